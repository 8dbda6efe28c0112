import { printedLogo } from '../../../tenancy/isps/logo/printed.ts';
import type { InvoiceDocument } from '../document.ts';
import type { Buyer, Known, Seller } from '../parties.ts';
import { countryName, placeLines } from './postal.ts';
import { LEFT, RIGHT, type Sheet } from './sheet.ts';
import type { Box, Style } from './text-writer.ts';

const PLAIN: Style = { size: 9 };
const STRONG: Style = { size: 9, weight: 'bold' };
const LABEL: Style = { size: 8, color: '#666666' };

/** Where the right column begins, without the gap. */
const SPLIT = 330;
const LEFT_SIDE = { x: LEFT, width: SPLIT - LEFT };
/** In points; a logo of other proportions is smaller in one of them. */
const LOGO = { width: 160, height: 44 };
const RIGHT_SIDE = { x: SPLIT + 16, width: RIGHT - SPLIT - 16 };

type TextLine = readonly [text: string | undefined, style: Style];
export type Fact = readonly [label: string, value: string | undefined];

/** What stands above the content of a document. */
export interface Heading {
  readonly title: string;
  /** Above the seller. */
  readonly logo: Buffer | null;
  /** Of the document. */
  readonly facts: readonly Fact[];
  readonly seller: Known<Seller>;
  /** Above the name of the buyer. */
  readonly addressed: string;
  readonly buyer: Known<Buyer>;
  /** Null: the document is of several, which it names. */
  readonly serviceId: number | null;
  /** Tax numbers with what they are; of the buyer instead of the one in `buyer`. */
  readonly sellerNumber?: string | undefined;
  readonly buyerNumber?: string | undefined;
}

export const headingOf = (invoice: InvoiceDocument): Heading => ({
  title: invoice.isCredit ? 'Credit note' : 'Invoice',
  logo: invoice.logo,
  facts: [
    ['Number', invoice.documentNo],
    ['Issued', invoice.issuedOn],
    // A credit note is not due.
    ['Due', invoice.isCredit ? undefined : invoice.dueOn],
    ['Currency', invoice.currency],
  ],
  seller: invoice.seller,
  addressed: invoice.isCredit ? 'Credit to' : 'Bill to',
  buyer: invoice.buyer,
  serviceId: invoice.serviceId,
});

/** Writes seller, document and buyer. */
export function writeHeading(sheet: Sheet, heading: Heading): void {
  const top = sheet.y;
  sheet.writer.write(heading.title, { ...RIGHT_SIDE, y: top, right: true }, { size: 20, weight: 'bold' });
  const facts = writeFacts(sheet, top + 36, heading.facts);
  const named = heading.logo ? top + LOGO.height + 8 : top;
  if (heading.logo) sheet.writer.picture(printedLogo(heading.logo), { x: LEFT, y: top, ...LOGO });
  const seller = writeLines(sheet, { ...LEFT_SIDE, y: named }, sellerLines(heading));
  sheet.y = Math.max(facts, seller) + 14;
  sheet.writer.rule(LEFT, RIGHT, sheet.y);
  sheet.y += 12;
  const { customerid, username } = heading.buyer;
  const account = writeFacts(sheet, sheet.y, [
    ['Customer', customerid?.toString()],
    ['Service', heading.serviceId?.toString()],
    ['Username', heading.serviceId === null ? undefined : username],
  ]);
  const buyer = writeLines(sheet, { ...LEFT_SIDE, y: sheet.y }, buyerLines(heading));
  sheet.y = Math.max(account, buyer) + 18;
}

function sellerLines({ seller, sellerNumber }: Heading): TextLine[] {
  return [
    [seller.name ?? seller.code, { size: 13, weight: 'bold' }],
    [seller.address, PLAIN],
    [joined(', ', seller.state, seller.country && countryName(seller.country)), PLAIN],
    [sellerNumber, STRONG],
    [seller.mobile, PLAIN],
    [seller.email, PLAIN],
  ];
}

function buyerLines({ buyer, seller, addressed, buyerNumber }: Heading): TextLine[] {
  return [
    [addressed, LABEL],
    [buyer.name, STRONG],
    [buyer.company, PLAIN],
    ...(buyer.address ?? []).map((line): TextLine => [line, PLAIN]),
    // Customers have no country of their own: they live where the seller is.
    ...placeLines(buyer, seller.country).map((line): TextLine => [line, PLAIN]),
    [buyer.mobile, PLAIN],
    [buyer.email, PLAIN],
    [buyerNumber ?? (buyer.tax_id && `Tax number ${buyer.tax_id}`), buyerNumber ? STRONG : PLAIN],
  ];
}

const joined = (separator: string, ...parts: (string | undefined)[]): string => parts.filter(Boolean).join(separator);

/** Writes texts below each other, each wrapped to the width. Returns the `y` after them. */
function writeLines({ writer }: Sheet, box: Omit<Box, 'right'>, texts: readonly TextLine[]): number {
  let { y } = box;
  for (const [text, style] of texts) {
    for (const line of writer.lines(text ?? '', box.width, style)) {
      writer.write(line, { ...box, y }, style);
      y += writer.height(style);
    }
  }
  return y;
}

/** Writes labels and values in the right column. Returns the `y` after them. */
function writeFacts({ writer }: Sheet, top: number, facts: readonly Fact[]): number {
  let y = top;
  for (const [label, value] of facts) {
    if (value === undefined) continue;
    writer.write(label, { ...RIGHT_SIDE, y: y + 1, width: 60 }, LABEL);
    const box = { x: RIGHT_SIDE.x + 60, width: RIGHT_SIDE.width - 60, right: true };
    writer.write(value, { ...box, y }, STRONG);
    y += writer.height(STRONG);
  }
  return y;
}
