/**
 * Builds the operator console into `dist/console/browser` and the subscriber's pages into `dist/portal/browser`, each if a source
 * is newer than the last build.
 *
 *     npm run build:console
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// The console's forms are derived from the server's endpoints.
const SHARED = ['clients/typescript/src', 'src', 'scripts', 'package-lock.json'];

build('console', ['clients/console', ...SHARED]);
// It takes the plug-in that compresses from the console.
build('portal', ['clients/portal', 'clients/console/compressed.ts', 'package-lock.json']);

function build(name, sources) {
  if (newest(sources) <= modified(`dist/${name}/browser/index.html`)) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'clients', name),
    stdio: 'inherit',
    // Also where tests start the build, with an environment of their own: React's other build is for its developers.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

function newest(paths) {
  return Math.max(...paths.map((path) => (isFolder(path) ? newest(within(path)) : modified(path))));
}

function within(folder) {
  const names = readdirSync(join(root, folder)).filter((name) => name !== 'node_modules');
  return names.map((name) => join(folder, name));
}

function isFolder(path) {
  return statSync(join(root, path)).isDirectory();
}

function modified(path) {
  const file = join(root, path);
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}
