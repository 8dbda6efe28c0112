import type { Document } from '../../../core/content/download.ts';
import { LEFT, RIGHT, Sheet } from '../../money/invoices/pdf/sheet.ts';
import type { PrintedCodes } from './batch-print.ts';

export const PDF = 'application/pdf';

const COLUMNS = 3;
const CARD = { width: (RIGHT - LEFT) / COLUMNS, height: 76 };

/** Cards to cut out, three beside each other: the provider, the code, and how long it is good. */
export async function codeSheet(batchId: number, printed: PrintedCodes): Promise<Document> {
  const { isp, codes, printedAt: createdAt } = printed;
  const sheet = new Sheet({ title: `${isp}: ${batchId}`, author: isp, createdAt, reference: `${isp}, ${batchId}` });
  for (let at = 0; at < codes.length; at += COLUMNS) {
    sheet.need(CARD.height);
    for (const [column, each] of codes.slice(at, at + COLUMNS).entries())
      writeCard(sheet, printed, { column, ...each });
    sheet.y += CARD.height;
  }
  return { filename: `hotspot-codes-${batchId}.pdf`, media_type: PDF, content: await sheet.finish() };
}

interface Card {
  readonly column: number;
  readonly serial: number;
  readonly code: string;
}

function writeCard(
  { writer, y }: Sheet,
  { isp, useUntil, validHours }: PrintedCodes,
  { column, serial, code }: Card,
): void {
  const box = { x: LEFT + column * CARD.width, width: CARD.width - 14 };
  writer.rule(box.x, box.x + box.width, y);
  writer.write(isp, { ...box, y: y + 8 }, { size: 9 });
  writer.write(code, { ...box, y: y + 22 }, { size: 15, weight: 'bold' });
  writer.write(`${validHours} h; first use until ${useUntil}`, { ...box, y: y + 46 }, { size: 8 });
  writer.write(`No. ${serial}`, { ...box, y: y + 46, right: true }, { size: 8 });
}
