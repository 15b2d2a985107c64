// The plug-in that makes the built page one file: scripts and styles go into the HTML, a content
// security policy that allows them by their hashes is put before them, and the size is checked.

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const DATA_BLOCK = '<script type="application/json" id="ktour-run">null</script>';

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Inside a script element nothing may look like its end or like the begin of a comment. */
const asScript = (code: string): string =>
  code.trim().replace(/<(?=\/script|!--|script)/gi, '\\x3c');

export function oneFile(name: string, mostGzipBytes: number): Plugin {
  return {
    name: 'one-file',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      let script = '';
      let style = '';
      let html = '';
      for (const [file, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') script += part.code;
        else if (file.endsWith('.css')) style += part.source;
        else if (file.endsWith('.html')) html = String(part.source);
        else this.error(`${file} would not be in the one file`);
        delete bundle[file];
      }
      script = asScript(script);
      style = style.trim();
      const policy = [
        "default-src 'none'", "connect-src 'self'", 'img-src data: blob:',
        `script-src ${hashOf(script)}`, `style-src ${hashOf(style)}`,
        "base-uri 'none'", "form-action 'none'",
      ].join('; ');
      const page = html
        .replace(/<script type="module"[^>]*src=[^>]*><\/script>\s*/g, '')
        .replace(/<link rel="stylesheet"[^>]*>\s*/g, '')
        .replace('<meta charset="utf-8">', (charset) =>
          `${charset}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
        .replace('</head>', () => `<style>${style}</style>\n</head>`)
        .replace('</body>', () => `<script type="module">${script}</script>\n</body>`);
      if (page.split(DATA_BLOCK).length !== 2) this.error('the data block is not there once');
      if (/\s(src|href)="(?!data:)/.test(page.replace(script, '')))
        this.error('the page refers to another file');
      const bytes = gzipSync(page, { level: 9 }).length;
      if (bytes > mostGzipBytes) this.error(`${bytes} bytes compressed, over ${mostGzipBytes}`);
      this.info(`${name}: ${page.length} characters, ${bytes} bytes compressed`);
      this.emitFile({ type: 'asset', fileName: name, source: page });
    },
  };
}
