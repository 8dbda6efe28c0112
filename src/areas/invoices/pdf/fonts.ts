import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { sfntOf } from './sfnt.ts';

/** Noto Sans comes as a file for each script (SIL Open Font License): a text is set in those that have its letters. */
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

/** The fonts of a weight, the first of them for everything that none has. Loaded when they are first asked for. */
export function fontsOf(weight: Weight): readonly [ScriptFont, ...ScriptFont[]] {
  const fonts = loaded.get(weight) ?? (SCRIPTS.map((script) => load(script, weight)) as [ScriptFont, ...ScriptFont[]]);
  loaded.set(weight, fonts);
  return fonts;
}

function load(script: string, weight: Weight): ScriptFont {
  const name = `noto-sans-${script}-${WEIGHTS[weight]}-normal`;
  return { name, font: create(sfntOf(readFileSync(join(FILES, `${name}.woff`)))) as Font };
}

/** A part of a text in one font. */
export interface Run {
  readonly font: ScriptFont;
  readonly text: string;
}

/** What the first font has all of: most of what is written. */
const ASCII = /^[ -~]*$/;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A text in the fonts that have its letters. A letter with its marks stays together; what several fonts have (digits, blanks)
 * stays in the font before it, so that a word is shaped as one. A letter that no font has shows as the first one's empty box.
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
