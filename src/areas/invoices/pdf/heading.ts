import type { InvoiceDocument } from '../document.ts';
import type { Place, Style } from './pen.ts';
import { LEFT, RIGHT, type Sheet } from './sheet.ts';

const PLAIN: Style = { size: 9 };
const STRONG: Style = { size: 9, weight: 'bold' };
const LABEL: Style = { size: 8, color: '#666666' };

/** The left part of the page and, behind a gap, the right one. */
const SPLIT = 330;
const LEFT_SIDE = { x: LEFT, width: SPLIT - LEFT };
const RIGHT_SIDE = { x: SPLIT + 16, width: RIGHT - SPLIT - 16 };

export const titleOf = ({ isCredit }: InvoiceDocument): string => (isCredit ? 'Credit note' : 'Invoice');

type Written = readonly [text: string | undefined, style: Style];
type Fact = readonly [label: string, value: string | undefined];

/** Who sells, what document this is, and who buys. */
export function writeHeading(sheet: Sheet, invoice: InvoiceDocument): void {
  const top = sheet.y;
  sheet.pen.write(titleOf(invoice), { ...RIGHT_SIDE, y: top, right: true }, { size: 20, weight: 'bold' });
  const facts = writeFacts(sheet, top + 36, [
    ['Number', invoice.documentNo],
    ['Issued', invoice.issuedOn],
    // Nothing is due of what the buyer gets back.
    ['Due', invoice.isCredit ? undefined : invoice.dueOn],
    ['Currency', invoice.currency],
  ]);
  const seller = writeLines(sheet, { ...LEFT_SIDE, y: top }, sellerLines(invoice));
  sheet.y = Math.max(facts, seller) + 14;
  sheet.pen.rule(LEFT, RIGHT, sheet.y);
  sheet.y += 12;
  const { customerid, username } = invoice.buyer;
  const account = writeFacts(sheet, sheet.y, [
    ['Customer', customerid?.toString()],
    ['Service', invoice.serviceId.toString()],
    ['Username', username],
  ]);
  const buyer = writeLines(sheet, { ...LEFT_SIDE, y: sheet.y }, buyerLines(invoice));
  sheet.y = Math.max(account, buyer) + 18;
}

function sellerLines({ seller }: InvoiceDocument): Written[] {
  return [
    [seller.name ?? seller.code, { size: 13, weight: 'bold' }],
    [seller.address, PLAIN],
    [inOne(', ', seller.state, seller.country), PLAIN],
    [seller.mobile, PLAIN],
    [seller.email, PLAIN],
  ];
}

function buyerLines({ buyer, isCredit }: InvoiceDocument): Written[] {
  return [
    [isCredit ? 'Credit to' : 'Bill to', LABEL],
    [buyer.name, STRONG],
    [buyer.company, PLAIN],
    ...(buyer.address ?? []).map((line): Written => [line, PLAIN]),
    [inOne(', ', buyer.city, inOne(' ', buyer.state, buyer.zipcode)), PLAIN],
    [buyer.mobile, PLAIN],
    [buyer.email, PLAIN],
    [buyer.tax_id && `Tax number ${buyer.tax_id}`, PLAIN],
  ];
}

const inOne = (separator: string, ...parts: (string | undefined)[]): string => parts.filter(Boolean).join(separator);

/** Texts below each other, each broken where it is too wide. Returns where they end. */
function writeLines({ pen }: Sheet, place: Omit<Place, 'right'>, texts: readonly Written[]): number {
  let { y } = place;
  for (const [text, style] of texts) {
    for (const line of pen.lines(text ?? '', place.width, style)) {
      pen.write(line, { ...place, y }, style);
      y += pen.height(style);
    }
  }
  return y;
}

/** Labels and values on the right side. Returns where they end. */
function writeFacts({ pen }: Sheet, top: number, facts: readonly Fact[]): number {
  let y = top;
  for (const [label, value] of facts) {
    if (value === undefined) continue;
    pen.write(label, { ...RIGHT_SIDE, y: y + 1, width: 60 }, LABEL);
    const place = { x: RIGHT_SIDE.x + 60, width: RIGHT_SIDE.width - 60, right: true };
    pen.write(value, { ...place, y }, STRONG);
    y += pen.height(STRONG);
  }
  return y;
}
