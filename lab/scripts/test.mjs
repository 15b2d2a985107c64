// Bundles test/*.test.ts, one file each, and runs them with node's own test runner.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const tests = readdirSync('test').filter((file) => file.endsWith('.test.ts'));
const folder = mkdtempSync(join(tmpdir(), 'ktour-lab-test-'));
try {
  await build({
    entryPoints: tests.map((file) => join('test', file)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const files = tests.map((file) => join(folder, file.replace(/\.ts$/, '.mjs')));
  const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files],
    { stdio: 'inherit' });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
