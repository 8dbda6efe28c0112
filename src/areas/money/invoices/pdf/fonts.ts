import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'fontkit';
import { sfntOf } from './sfnt.ts';

/** Noto Sans has one file per script (SIL Open Font License); a text is set in those that have its letters. */
const SCRIPTS = ['latin', 'latin-ext', 'devanagari', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];
const WEIGHTS = { regular: 400, bold: 700 } as const;

export type Weight = keyof typeof WEIGHTS;

export interface ScriptFont {
  readonly name: string;
  readonly font: Font;
}

const require = createRequire(import.meta.url);
const FILES = join(dirname(require.resolve('@fontsource/noto-sans/package.json')), 'files');
const loaded = new Map<Weight, readonly [ScriptFont, ...ScriptFont[]]>();

/** The fonts of a weight, loaded on first use. The first one sets what none of them has. */
export function fontsOf(weight: Weight): readonly [ScriptFont, ...ScriptFont[]] {
  const fonts = loaded.get(weight) ?? (SCRIPTS.map((script) => load(script, weight)) as [ScriptFont, ...ScriptFont[]]);
  loaded.set(weight, fonts);
  return fonts;
}

/** Loaded with the first document: a twelfth of what a start without it takes. */
const fontkit = (): typeof import('fontkit') => require('fontkit');

function load(script: string, weight: Weight): ScriptFont {
  const name = `noto-sans-${script}-${WEIGHTS[weight]}-normal`;
  return { name, font: fontkit().create(sfntOf(readFileSync(join(FILES, `${name}.woff`)))) as Font };
}

/** A part of a text in one font. */
export interface Run {
  readonly font: ScriptFont;
  readonly text: string;
}

/** The first font has all of these, which is most text. */
const ASCII = /^[ -~]*$/;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Splits a text into runs by font. A letter and its marks stay together. Characters that several fonts have (digits, blanks)
 * stay in the font of the run before, so that a word is shaped as a whole. A letter that no font has is set in the first font,
 * as an empty box.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  const fonts = fontsOf(weight);
  if (ASCII.test(text)) return [{ font: fonts[0], text }];
  const runs: Run[] = [];
  for (const { segment } of letters.segment(text)) {
    const last = runs.at(-1);
    const font = [...(last ? [last.font] : []), ...fonts].find((candidate) => has(candidate, segment)) ?? fonts[0];
    if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + segment };
    else runs.push({ font, text: segment });
  }
  return runs;
}

const has = ({ font }: ScriptFont, letter: string): boolean =>
  [...letter].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
