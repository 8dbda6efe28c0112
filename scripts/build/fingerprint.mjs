import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from './steps.mjs';

const NOT_SOURCES = ['node_modules', 'dist'];

/**
 * A digest of names and contents of all files below these paths, in hexadecimal digits. Contents, since a checkout, a copy and an
 * archive set times as they like; 2,000 files of the program take a tenth of a second.
 *
 * @param {readonly string[]} paths
 */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf)) {
    const content = readFileSync(path);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (!existsSync(path) || path === GENERATED) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !NOT_SOURCES.includes(name) && !name.startsWith('.'));
  return names.sort().flatMap((name) => filesOf(join(path, name)));
}
