import type PDFDocument from 'pdfkit';
import { fontsOf, runsOf, type Weight } from './fonts.ts';

export interface Style {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  /** Right-aligned: the text ends at `x + width`. */
  readonly right?: boolean;
  /** A wider text is set in a smaller size. */
  readonly width: number;
}

const INK = '#1a1a1a';
/** Line height as a multiple of the font size. */
const LEADING = 1.4;
const MIN_SIZE = 4;

/** Writes texts of mixed scripts: pdfkit sets a text in a single font, `TextWriter` sets each letter in one that has it. */
export class TextWriter {
  readonly #doc: typeof PDFDocument.prototype;

  constructor(doc: typeof PDFDocument.prototype) {
    this.#doc = doc;
    for (const weight of ['regular', 'bold'] as const) {
      // pdfkit accepts a font opened by fontkit; its types do not say so.
      for (const { name, font } of fontsOf(weight)) doc.registerFont(name, font as unknown as string);
    }
  }

  height({ size }: Style): number {
    return size * LEADING;
  }

  width(text: string, { size, weight = 'regular' }: Style): number {
    return runsOf(text, weight).reduce(
      (sum, run) => sum + this.#doc.font(run.font.name).fontSize(size).widthOfString(run.text),
      0,
    );
  }

  /** One line. */
  write(text: string, { x, y, right = false, width }: Box, style: Style): void {
    const natural = this.width(text, style);
    const size = natural > width ? Math.max((style.size * width) / natural, MIN_SIZE) : style.size;
    const { weight = 'regular', color = INK } = style;
    let at = right ? x + width - this.width(text, { ...style, size }) : x;
    for (const run of runsOf(text, weight)) {
      this.#doc.font(run.font.name).fontSize(size).fillColor(color);
      this.#doc.text(run.text, at, y + (style.size - size), { lineBreak: false });
      at += this.#doc.widthOfString(run.text);
    }
  }

  /** Wraps a text to a width: at blanks and, within a word that is too wide, anywhere. */
  lines(text: string, width: number, style: Style): string[] {
    const fits = (line: string) => this.width(line, style) <= width;
    return text.split(/\r?\n/).flatMap((paragraph) => {
      const words = paragraph.split(/\s+/).filter((word) => word !== '');
      const lines: string[] = [];
      for (const word of words.flatMap((each) => (fits(each) ? [each] : pieces(each, fits)))) {
        const line = lines.at(-1);
        const longer = `${line} ${word}`;
        if (line !== undefined && fits(longer)) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      return lines;
    });
  }

  /** Black squares, row by row. */
  squares(rows: readonly (readonly boolean[])[], { x, y, side }: { x: number; y: number; side: number }): void {
    for (const [down, row] of rows.entries())
      for (const [across, isBlack] of row.entries())
        if (isBlack) this.#doc.rect(x + across * side, y + down * side, side, side);
    this.#doc.fill('#000000');
  }

  /** A picture as large as it fits. */
  picture(content: Buffer, { x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
    this.#doc.image(content, x, y, { fit: [width, height] });
  }

  rule(from: number, to: number, y: number, width = 0.5): void {
    this.#doc.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor('#999999').stroke();
  }
}

function pieces(word: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = [];
  for (const letter of word) {
    const longer = (parts.at(-1) ?? '') + letter;
    if (parts.length > 0 && fits(longer)) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}
