import { encode } from 'uqr';
import type { Registration } from '../tax-document.ts';
import { LEFT, RIGHT, type Sheet } from './sheet.ts';
import type { Style } from './text-writer.ts';

const PLAIN: Style = { size: 9 };
const SMALL: Style = { size: 7.5 };
const SIGNATURE = { x: RIGHT - 200, width: 200 };
const QR_SIDE = 110;

export interface Closing {
  /** That the law prescribes. */
  readonly note?: string | null;
  readonly registration?: Registration | null;
  /** Who signs; null: nobody does. */
  readonly signedFor: string | null;
}

/** What stands below the sums: the prescribed note, the registration with its QR code, and the line for a signature. */
export function writeClosing(sheet: Sheet, { note, registration, signedFor }: Closing): void {
  const { writer } = sheet;
  for (const line of writer.lines(note ?? '', RIGHT - LEFT, PLAIN)) {
    sheet.need(writer.height(PLAIN));
    writer.write(line, { x: LEFT, y: sheet.y + 6, width: RIGHT - LEFT }, PLAIN);
    sheet.y += writer.height(PLAIN);
  }
  if (!registration && signedFor === null) return;
  sheet.need((registration ? QR_SIDE : 0) + 90);
  sheet.y += 16;
  const top = sheet.y;
  if (registration) writeRegistration(sheet, registration);
  if (signedFor === null) return;
  writer.write(`For ${signedFor}`, { ...SIGNATURE, y: top, right: true }, PLAIN);
  writer.rule(SIGNATURE.x, RIGHT, top + 54);
  writer.write('Authorised signatory', { ...SIGNATURE, y: top + 58, right: true }, PLAIN);
  sheet.y = Math.max(sheet.y, top + 58 + writer.height(PLAIN));
}

/** Numbers of the Invoice Registration Portal; its QR code is the signed text as it gave it. */
function writeRegistration(sheet: Sheet, { irn, ackNo, ackOn, signedQr }: Registration): void {
  const { writer } = sheet;
  const box = { x: LEFT, width: SIGNATURE.x - LEFT - 16 };
  const texts = [`IRN ${irn}`, ackNo && `Acknowledgement ${ackNo}`, ackOn?.toISOString().slice(0, 10)];
  for (const text of texts.filter((each) => typeof each === 'string'))
    for (const line of writer.lines(text, box.width, SMALL)) {
      writer.write(line, { ...box, y: sheet.y }, SMALL);
      sheet.y += writer.height(SMALL);
    }
  if (!signedQr) return;
  // The QR code of the portal holds a signed text of a thousand characters, so the lowest correction keeps its squares large.
  const { size, data } = encode(signedQr, { ecc: 'L', border: 0 });
  sheet.y += 4;
  writer.squares(data, { x: LEFT, y: sheet.y, side: QR_SIDE / size });
  sheet.y += QR_SIDE;
}
