import { defineConfig } from 'vite';
import { oneFile } from './scripts/one_file.ts';

export default defineConfig({
  plugins: [oneFile('lab.html', 300_000)],
  build: {
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
