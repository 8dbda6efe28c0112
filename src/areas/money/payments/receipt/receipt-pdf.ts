import { type Fact, writeHeading } from '../../invoices/pdf/heading.ts';
import { LEFT, RIGHT, Sheet } from '../../invoices/pdf/sheet.ts';
import { STRONG, writeSums } from '../../invoices/pdf/totals.ts';
import type { Receipt } from './read-receipt.ts';

const LABEL_WIDTH = 110;
const LABEL = { size: 9, color: '#666666' };
const VALUE = { size: 9 };

/** The receipt as a PDF file. The same receipt gives the same bytes. */
export function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  const title = receipt.cancelled ? 'Cancelled receipt' : 'Receipt';
  const author = receipt.seller.name ?? '';
  const named = `${title} ${receipt.id}`;
  const sheet = new Sheet({
    title: named,
    author,
    createdAt: receipt.createdAt,
    reference: [named, author].filter(Boolean).join(', '),
  });
  const { seller, buyer, serviceId, logo } = receipt;
  writeHeading(sheet, { title, logo, facts: factsOf(receipt), seller, addressed: 'Received from', buyer, serviceId });
  for (const detail of detailsOf(receipt)) writeDetail(sheet, detail);
  sheet.y += 12;
  const what = receipt.cancelled ? 'Received, cancelled' : 'Received';
  writeSums(sheet, [[what, `${receipt.currency} ${receipt.amt}`, STRONG]]);
  return sheet.finish();
}

const factsOf = ({ id, paidOn, currency }: Receipt): Fact[] => [
  ['Number', String(id)],
  ['Paid on', paidOn],
  ['Currency', currency],
];

function detailsOf({ mode, reference, collectedBy, cancelled }: Receipt): Fact[] {
  return [
    ['Paid by', mode],
    ['Reference', reference.no ?? undefined],
    ['Reference date', reference.date ?? undefined],
    ['Bank', reference.bank ?? undefined],
    ['Collected by', collectedBy ?? undefined],
    ['Cancelled on', cancelled?.on],
    ['Reason', cancelled?.reason ?? undefined],
  ];
}

/** A long value is wrapped. */
function writeDetail(sheet: Sheet, [label, value]: Fact): void {
  if (value === undefined) return;
  const { writer } = sheet;
  const width = RIGHT - LEFT - LABEL_WIDTH;
  const lines = writer.lines(value, width, VALUE);
  for (const [at, line] of lines.entries()) {
    sheet.need(writer.height(VALUE));
    if (at === 0) writer.write(label, { x: LEFT, y: sheet.y, width: LABEL_WIDTH }, LABEL);
    writer.write(line, { x: LEFT + LABEL_WIDTH, y: sheet.y, width }, VALUE);
    sheet.y += writer.height(VALUE);
  }
}
