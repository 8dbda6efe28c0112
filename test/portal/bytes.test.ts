import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textOn } from '../../clients/portal/src/app/contrast.ts';
import * as en from '../../clients/portal/src/words/en.ts';
import * as hi from '../../clients/portal/src/words/hi.ts';
import { MAX_LOGO_BYTES } from '../../src/areas/tenancy/isps/logo/set.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const BUILT = new URL('../../dist/portal/browser/', import.meta.url);
const SOURCE = new URL('../../clients/portal/src/', import.meta.url);

/** Kilobytes as the node sends them to a browser. */
describe('the subscriber’s pages', () => {
  it('load at most 30 kB, with their styles and the longest language: half a second at 512 kbit/s', () => {
    const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', BUILT), 'utf8')) as Record<string, Chunk>;
    const chunks = Object.values(manifest);
    const files = new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]));
    const total = [...files].reduce(
      (sum, file) => sum + readFileSync(fileURLToPath(new URL(`${file}.br`, BUILT))).length / 1_000,
      gzipSync(readFileSync(new URL('index.html', BUILT))).length / 1_000,
    );
    expect(files.size).toBeGreaterThanOrEqual(3);
    expect(total).toBeGreaterThan(10);
    expect(total).toBeLessThanOrEqual(30);
    // With the logo of an ISP, 100 kB.
    expect(total + MAX_LOGO_BYTES / 1_000).toBeLessThanOrEqual(100);
  });

  it('have no words of their own: what people read comes from a language', () => {
    const screens = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
    expect(screens.length).toBeGreaterThan(10);
    const spoken = screens.flatMap((path) => {
      const text = readFileSync(new URL(path, SOURCE), 'utf8');
      return [...text.matchAll(/(?:>|\b(?:label|title|aria-label)=")([A-Z][a-z]+[^<>{}"=;]*)(?:<|")/g)].map(
        ([, words]) => `${path}: ${words}`,
      );
    });
    expect(spoken).toEqual([]);
  });
});

describe('Hindi', () => {
  const textsOf = (words: unknown, path = ''): [string, string][] => {
    if (typeof words === 'string') return [[path, words]];
    if (typeof words === 'function') return [[path, String(words)]];
    return Object.entries(words as object).flatMap(([key, value]) => textsOf(value, `${path}.${key}`));
  };

  it('says all that English says', () => {
    const shape = (words: object) =>
      textsOf(words)
        .map(([path]) => path)
        .sort();
    expect(shape(hi)).toEqual(shape(en));
    const untranslated = textsOf(hi).filter(([, text]) => !/[ऀ-ॿ]|PDF/.test(text));
    expect(untranslated).toEqual([]);
  });
});

describe('the colour of an ISP', () => {
  it.each(['#000000', '#ffffff', '#ffcc00', '#777777', '#0b5cad', '#ff0000', '#00ff00', '#767676', '#888888'])(
    'can be read under its text: %s',
    (color) => {
      expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.5);
    },
  );

  /** WCAG 2.2, contrast ratio. */
  function contrast(one: string, other: string): number {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  function luminance(color: string): number {
    const linear = [1, 3, 5].map((at) => {
      const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
  }
});
