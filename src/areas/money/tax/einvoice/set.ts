import { z } from 'zod';
import { Fault } from '../../../../core/fault.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import { errorText, id, kind, text, ymd } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { execute, query, sql } from '../../../../db/sql.ts';

/** What fits into a QR code with the lowest correction. */
const MAX_QR = 2_900;

function matching(pattern: RegExp, problem: string, example: string) {
  return kind(z.string(errorText(problem)).trim().regex(pattern, { error: problem }), {
    parse: (given) => given,
    render: (value: string) => value,
    document: { type: 'string', example },
  });
}

export const registration = z.strictObject({
  id: id(),
  irn: matching(
    /^[0-9a-fA-F]{64}$/,
    'must be the 64 hexadecimal digits of an invoice reference number',
    'a5c12dca80e743321740b001fd70953e8738d109865d28ba4013750f2046f229',
  ),
  ack_no: text(32).optional(),
  ack_on: ymd().optional(),
  signed_qr: matching(
    new RegExp(`^[\\x21-\\x7e]{1,${MAX_QR}}$`),
    `must be the signed text of the QR code, of at most ${MAX_QR} characters`,
    'eyJhbGciOiJSUzI1NiJ9.eyJkYXRhIjoie30ifQ.c2lnbmF0dXJl',
  ).optional(),
});

/** Notes what the portal answered, once: a repeat changes nothing. @throws Fault of kind `conflict` if it was another answer */
export async function setRegistration(tx: Tx, scope: Scope, input: z.output<typeof registration>): Promise<'done'> {
  const { id: invoiceId, ack_no = null, ack_on = null, signed_qr = null } = input;
  const irn = input.irn.toLowerCase();
  await execute(
    tx,
    sql`INSERT INTO crm.einvoice (invoice_id, irn, ack_no, ack_on, signed_qr, created_by)
        VALUES (${invoiceId}, ${irn}, ${ack_no}, ${ack_on}, ${signed_qr}, ${scope.by}) ON CONFLICT (invoice_id) DO NOTHING`,
  );
  const [stored] = await query<{ irn: string; same: boolean }>(
    tx,
    sql`SELECT irn, (irn, ack_no, ack_on, signed_qr) IS NOT DISTINCT FROM (${irn}, ${ack_no}, ${ack_on}::date, ${signed_qr}) AS same
        FROM crm.einvoice WHERE invoice_id = ${invoiceId}`,
  );
  if (!stored?.same)
    throw new Fault('conflict', `invoice ${invoiceId} is already registered with the IRN ${stored?.irn}`);
  return 'done';
}
