import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { FOR_GOOD, StaticContent } from '../core/content/static-content.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * The files of a build, about a megabyte, by name. A request names one of them, so none can name another file. The build has
 * compressed those that shrink with brotli.
 */
export function readAssets(folder: string): ReadonlyMap<string, StaticContent> {
  const names = new Set(readdirSync(folder));
  const assets = new Map<string, StaticContent>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const body = readFileSync(join(folder, name));
    const brotli = names.has(`${name}.br`) ? readFileSync(join(folder, `${name}.br`)) : undefined;
    assets.set(name, new StaticContent(() => body, { type, cacheControl: FOR_GOOD, brotli }));
  }
  return assets;
}
