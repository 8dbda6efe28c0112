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

const ROOTS = ['../../clients/console/src', '../../clients/portal/src'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
/** What is on the left of a page from left to right and on the right of another has a name of its own: `inline-start`. */
const PHYSICAL = [
  [
    /\.css$/,
    /\b(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?:^|[\s;{])(?:left|right)\s*:/,
  ],
  [/\.css$/, /\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b|border-(?:top|bottom)-(?:left|right)-radius/],
  [/\.tsx?$/, /\s(?:ml|mr|pl|pr)=|\bta="(?:left|right)"|\b(?:margin|padding|border)(?:Left|Right)\b/],
] as const;

describe('the styles of console and portal', () => {
  it('name no side, so that a language may be written from right to left', () => {
    const sources = ROOTS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    );
    expect(sources.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(15);
    const found = sources.flatMap((path) =>
      PHYSICAL.flatMap(([files, sides]) => {
        const [side] = files.test(path) ? (sides.exec(readFileSync(path, 'utf8')) ?? []) : [];
        return side === undefined ? [] : [`${path}: ${side.trim()}`];
      }),
    );
    expect(found).toEqual([]);
  });
});

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
