import { once } from 'node:events';
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { type Style, TextWriter } from './text-writer.ts';

/** A4 in points, and the content within its margins. */
const PAGE = { width: 595.28, height: 841.89 };
export const LEFT = 48;
export const RIGHT = PAGE.width - 48;
const TOP = 48;
const BOTTOM = PAGE.height - 64;
const FOOTER: Style = { size: 8, color: '#666666' };

/** Loaded with the first document, as the fonts are: a tenth of what a start without it takes. */
const pdfkit = (): typeof PDFDocument => createRequire(import.meta.url)('pdfkit');

export interface SheetOptions {
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
  /** In the header of every page after the first, and in the footer of all. */
  readonly reference: string;
}

/** A document written from top to bottom, on as many pages as it needs. */
export class Sheet {
  readonly #doc: typeof PDFDocument.prototype;
  readonly #options: SheetOptions;
  readonly writer: TextWriter;
  /** The current position on the page. */
  y = TOP;
  /** Writes below the header of a new page, such as the heading of a table that continues there. */
  onNewPage: () => void = () => undefined;

  constructor(options: SheetOptions) {
    const { title, author, createdAt } = options;
    this.#options = options;
    this.#doc = new (pdfkit())({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      displayTitle: true,
      // null keeps pdfkit from loading a default font; its types require a string.
      font: null as unknown as string,
      // The time of issue instead of the current time, so that the same invoice gives the same file.
      info: { Title: title, Author: author, Creator: 'Lastmile', Producer: 'Lastmile', CreationDate: createdAt },
    });
    this.writer = new TextWriter(this.#doc);
  }

  /** Begins a new page if less than this height is left. */
  need(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.#doc.addPage();
    this.y = TOP;
    this.writer.write(
      this.#options.reference,
      { x: LEFT, y: this.y, width: RIGHT - LEFT },
      { size: 9, weight: 'bold' },
    );
    this.y += 22;
    this.onNewPage();
  }

  /** Numbers the pages. Returns the file. */
  async finish(): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    this.#doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page);
      const box = { x: LEFT, y: BOTTOM + 22, width: RIGHT - LEFT };
      this.writer.rule(LEFT, RIGHT, BOTTOM + 16);
      this.writer.write(this.#options.reference, { ...box, width: box.width - 80 }, FOOTER);
      this.writer.write(`Page ${page + 1} of ${count}`, { ...box, right: true }, FOOTER);
    }
    this.#doc.end();
    await once(this.#doc, 'end');
    return new Uint8Array(Buffer.concat(chunks));
  }
}
