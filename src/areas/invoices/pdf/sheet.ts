import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import { Pen, type Style } from './pen.ts';

/** A4 in points, and the content within its margins. */
const PAGE = { width: 595.28, height: 841.89 };
export const LEFT = 48;
export const RIGHT = PAGE.width - 48;
const TOP = 48;
const BOTTOM = PAGE.height - 64;
const FOOTER: Style = { size: 8, color: '#666666' };

export interface About {
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
  /** At the head of every page after the first, and at the foot of all. */
  readonly reference: string;
}

/** Pages that are written from top to bottom. */
export class Sheet {
  readonly #doc: typeof PDFDocument.prototype;
  readonly #about: About;
  readonly pen: Pen;
  /** Where the next thing goes. */
  y = TOP;
  /** What stands below the head of a new page: the heading of the table that goes on there. */
  onNewPage: () => void = () => undefined;

  constructor(about: About) {
    const { title, author, createdAt } = about;
    this.#about = about;
    this.#doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      displayTitle: true,
      // Without a font pdfkit reads one of its own; its types want a text.
      font: null as unknown as string,
      // With the time of issue in place of now the same invoice is the same file.
      info: { Title: title, Author: author, Creator: 'Lastmile', Producer: 'Lastmile', CreationDate: createdAt },
    });
    this.pen = new Pen(this.#doc);
  }

  /** Goes on to a new page where less than this is left. */
  need(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.#doc.addPage();
    this.y = TOP;
    this.pen.write(this.#about.reference, { x: LEFT, y: this.y, width: RIGHT - LEFT }, { size: 9, weight: 'bold' });
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
      const place = { x: LEFT, y: BOTTOM + 22, width: RIGHT - LEFT };
      this.pen.rule(LEFT, RIGHT, BOTTOM + 16);
      this.pen.write(this.#about.reference, { ...place, width: place.width - 80 }, FOOTER);
      this.pen.write(`Page ${page + 1} of ${count}`, { ...place, right: true }, FOOTER);
    }
    this.#doc.end();
    await once(this.#doc, 'end');
    return new Uint8Array(Buffer.concat(chunks));
  }
}
