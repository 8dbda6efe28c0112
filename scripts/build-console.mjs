/**
 * Builds the operator console into `dist/console/browser`, if a source is newer than the last build.
 *
 *     npm run build:console
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// The forms are derived from the server's endpoints.
const SOURCES = ['clients/console', 'clients/typescript/src', 'src', 'scripts', 'package-lock.json'];
const BUILT = 'dist/console/browser/index.html';

if (newest(SOURCES) > modified(BUILT)) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'clients/console'),
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
