import { writeClosing } from '../../invoices/pdf/closing.ts';
import { type Fact, type Heading, writeHeading } from '../../invoices/pdf/heading.ts';
import { isSigned } from '../../invoices/pdf/postal.ts';
import { LEFT, RIGHT, Sheet } from '../../invoices/pdf/sheet.ts';
import { legalHeadingOf } from '../../invoices/pdf/tax-heading.ts';
import { STRONG, writeSums, writeWords } from '../../invoices/pdf/totals.ts';
import type { Receipt } from './read-receipt.ts';

const LABEL_WIDTH = 110;
const LABEL = { size: 9, color: '#666666' };
const VALUE = { size: 9 };

const PURPOSES = { Renewal: 'renewal', Topup: 'top-up', PlanChange: 'change of plan' } as const;

/** The receipt as a PDF file. The same receipt gives the same bytes. */
export function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  const heading = headingOf(receipt);
  const author = heading.seller.name ?? '';
  const named = `${heading.title} ${receipt.id}`;
  const sheet = new Sheet({
    title: named,
    author,
    createdAt: receipt.createdAt,
    reference: [named, author].filter(Boolean).join(', '),
  });
  writeHeading(sheet, heading);
  for (const detail of detailsOf(receipt)) writeDetail(sheet, detail);
  sheet.y += 12;
  const { cancelled, currency, amt } = receipt;
  writeSums(sheet, [[cancelled ? 'Received, cancelled' : 'Received', `${currency} ${amt}`, STRONG]]);
  writeWords(sheet, amt, currency);
  writeClosing(sheet, { signedFor: isSigned(heading.seller.country) && !cancelled ? author : null });
  return sheet.finish();
}

function headingOf(receipt: Receipt): Heading {
  const { cancelled, seller, legal, buyer, serviceId, logo } = receipt;
  const title = cancelled ? 'Cancelled receipt' : 'Receipt';
  const plain = { title, logo, facts: factsOf(receipt), seller, addressed: 'Received from', buyer, serviceId };
  return legal ? legalHeadingOf(plain, legal) : plain;
}

const factsOf = ({ id, paidOn, currency }: Receipt): Fact[] => [
  ['Number', String(id)],
  ['Paid on', paidOn],
  ['Currency', currency],
];

/** What was paid for: a plan, or each service with what it got. */
function paidFor({ plan, purpose, parts, currency }: Receipt): Fact[] {
  const more = purpose && PURPOSES[purpose];
  if (!parts) return [['Paid for', more ? `${plan}, ${more}` : plan]];
  return parts.map((part) => [
    'Paid for',
    `Service ${part.serviceId} (${part.username}), ${part.plan}: ${currency} ${part.amt}`,
  ]);
}

function detailsOf(receipt: Receipt): Fact[] {
  const { mode, reference, collectedBy, cancelled } = receipt;
  return [
    ...paidFor(receipt),
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
