import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, transformWithOxc } from 'vite';

const SOURCE = fileURLToPath(new URL('worker/worker.ts', import.meta.url));

/** Writes `worker.js`, the service worker, which names the files of the build. It has one name for all versions. */
export function workerFile(): Plugin {
  let base = '/';
  return {
    name: 'worker-file',
    apply: 'build',
    configResolved: (config) => {
      base = config.base;
    },
    async writeBundle({ dir = '' }) {
      const names = readdirSync(join(dir, 'assets')).filter((name) => /\.(js|css|svg|woff2)$/.test(name));
      const files = names.sort().map((name) => `${base}assets/${name}`);
      const page = readFileSync(join(dir, 'index.html'), 'utf8');
      const constants = {
        FILES: files,
        VERSION: createHash('sha256').update(files.join()).digest('hex').slice(0, 16),
        SCRIPT: /<script[^>]* src="([^"]+)"/.exec(page)?.[1],
      };
      const lines = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
      const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE);
      writeFileSync(join(dir, 'worker.js'), lines.join('') + code);
    },
  };
}
