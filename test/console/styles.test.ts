import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../clients/console/src', import.meta.url));
const styles = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles');
const built = fileURLToPath(new URL('../../dist/console/browser/assets', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The components that the sources import from Mantine. */
function componentsInUse(): string[] {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const imports = sources.flatMap((path) => [...read(path).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]);
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  return [...new Set(names)].filter((name) => /^[A-Z]\w*$/.test(name));
}

describe('the styles of the console', () => {
  it('include those of every component in use', () => {
    const imported = [...read('app/mantine-styles.ts').matchAll(/styles\/([\w-]+)\.css'/g)].map(([, name]) => name);
    const needed = componentsInUse().filter((name) => existsSync(join(styles, `${name}.css`)));
    expect(needed.length).toBeGreaterThan(20);
    expect(needed.filter((name) => !imported.includes(name))).toEqual([]);
  });

  it.skipIf(!existsSync(built))('take at most 40 kB, compressed', () => {
    const sheets = readdirSync(built).filter((name) => name.endsWith('.css'));
    expect(sheets.length).toBeGreaterThan(0);
    expect(gzipSync(sheets.map((name) => readFileSync(join(built, name), 'utf8')).join('')).length).toBeLessThan(
      40_000,
    );
  });
});
