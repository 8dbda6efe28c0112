import { encode } from 'uqr';
import type { InvoiceDocument } from '../document.ts';
import { LEFT, RIGHT, type Sheet } from './sheet.ts';
import type { Style } from './text-writer.ts';

const LABEL: Style = { size: 8, color: '#666666' };
const PLAIN: Style = { size: 9 };
const QR_SIDE = 84;
const GAP = 12;

/** Says how to pay what is open of an invoice: to which account, where on the Internet, and by UPI with a QR code. */
export function writeHowToPay(sheet: Sheet, invoice: InvoiceDocument, payee: string): void {
  const { writer } = sheet;
  const { payTo, currency, open } = invoice;
  if (!payTo || Number(open) === 0) return;
  const upi = currency === 'INR' ? payTo.upi : '';
  const parts = [payTo.bank, payTo.page && `Pay online: ${payTo.page}`, upi && `UPI: ${upi}`].filter(
    (part) => part !== '',
  );
  if (parts.length === 0) return;
  const x = upi === '' ? LEFT : LEFT + QR_SIDE + GAP;
  const lines = parts.flatMap((part) => writer.lines(part, RIGHT - x, PLAIN));
  const height = writer.height(LABEL) + lines.length * writer.height(PLAIN);
  sheet.y += 12;
  sheet.need(Math.max(height, upi === '' ? 0 : QR_SIDE));
  const top = sheet.y;
  if (upi !== '') {
    const { size, data } = encode(upiLink(upi, invoice, payee), { ecc: 'M', border: 0 });
    writer.squares(data, { x: LEFT, y: top, side: QR_SIDE / size });
  }
  writer.write('How to pay', { x, y: top, width: RIGHT - x }, LABEL);
  for (const [at, line] of lines.entries())
    writer.write(line, { x, y: top + writer.height(LABEL) + at * writer.height(PLAIN), width: RIGHT - x }, PLAIN);
  sheet.y = top + Math.max(height, upi === '' ? 0 : QR_SIDE);
}

/** What UPI apps open (NPCI, UPI Linking Specifications 1.6): payee, amount and a note. */
export function upiLink(
  upi: string,
  { documentNo, open }: Pick<InvoiceDocument, 'documentNo' | 'open'>,
  payee: string,
): string {
  const fields = { pa: upi, pn: payee, am: open, cu: 'INR', tn: documentNo };
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`,
  );
  return `upi://pay?${query.join('&')}`;
}
