import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const NAME = 'virtual:forms';
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The module `virtual:forms`: what the node's schemas say of the fields of each change. They are read from the server's
 * sources by a process of its own, since a page cannot import them. Until the next start of Vite they do not change.
 */
export function derivedForms(): Plugin {
  let source: string | undefined;
  return {
    name: 'derived-forms',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      source ??= `export default JSON.parse(${JSON.stringify(readForms())});`;
      return source;
    },
  };
}

function readForms(): string {
  const tsx = createRequire(import.meta.url).resolve('tsx/cli');
  const args = [tsx, 'scripts/print-forms.ts'];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 4 * 1024 * 1024 });
}
