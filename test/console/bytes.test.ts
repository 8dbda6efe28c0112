import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** What Vite says of a file of the build. Names are those of sources. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

const BUILT = new URL('../../dist/console/browser/', import.meta.url);
const PAGE = 'index.html';
const FIRST_LIST = 'src/screens/subscribers/subscribers.tsx';

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', BUILT), 'utf8')) as Record<string, Chunk>;
const kilobytes = (file: string) => gzipSync(readFileSync(fileURLToPath(new URL(file, BUILT)))).length / 1_000;
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + kilobytes(file), 0);

/** The chunks that a browser needs to run one of them. */
function needed(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const each of manifest[name]?.imports ?? []) needed(each, found);
  return found;
}
const filesOf = (chunks: Iterable<string>) => new Set([...chunks].flatMap((name) => manifest[name]?.file ?? []));
const stylesOf = (chunks: Iterable<string>) => new Set([...chunks].flatMap((name) => manifest[name]?.css ?? []));
const first = new Set([...needed(PAGE), ...needed(FIRST_LIST)]);
const screens = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);

/** Kilobytes as a browser loads them, compressed with gzip; the node sends brotli, which is less. */
describe('the console loads at most', () => {
  it('300 kB of JavaScript before the first list', () => {
    expect(sum(filesOf(first))).toBeLessThanOrEqual(300);
  });

  it('8 files of JavaScript before the first list', () => {
    expect(filesOf(first).size).toBeLessThanOrEqual(8);
  });

  it.each(screens)('60 kB of JavaScript and CSS more for %s', (name) => {
    const further = [...needed(name)].filter((each) => !first.has(each));
    expect(sum(filesOf(further)) + sum(stylesOf(further))).toBeLessThanOrEqual(60);
  });

  it('40 kB of CSS with the page', () => {
    const css = stylesOf(needed(PAGE));
    expect(css.size).toBeGreaterThan(0);
    expect(sum(css)).toBeLessThanOrEqual(40);
  });

  it('knows all screens', () => {
    expect(screens.length).toBeGreaterThan(15);
    expect(manifest[FIRST_LIST]).toBeDefined();
  });
});
