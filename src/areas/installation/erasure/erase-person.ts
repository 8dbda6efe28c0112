import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault, notFound } from '../../../core/fault.ts';
import { Done } from '../../../core/records/results.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { refuseErased } from '../../subscribers/customers/erased.ts';
import { eraseAudit } from './erase-audit.ts';
import { eraseRows } from './erase-rows.ts';
import { findAudit, readAuditedRows } from './find-audit.ts';
import { refuseUnfinished } from './obstacles.ts';
import { readPerson } from './person.ts';
import { erasurePreview, previewErasure } from './preview.ts';

export const erasedPerson = z.strictObject({
  customerid: wire.id(),
  reason: wire.text(500),
  preview: wire.flagYN().default(false),
});

export const erasureOutcome = z.union([Done, erasurePreview]);

/**
 * Takes out of every table, and of the audit, what tells who a customer is. Money and volumes stay, under the number of the customer.
 * All of it or nothing, in this transaction. Returns `Done`, or the requested preview.
 * @throws Fault of kind `notFound`; `forbidden` unless the caller is the ISP itself; `conflict` while something is open, before the
 * retention of the ISP is over, or if it has been done already
 */
export async function erasePerson(
  tx: Tx,
  { scope, kernel }: Call,
  { customerid: customerId, reason, preview }: z.output<typeof erasedPerson>,
): Promise<z.output<typeof erasureOutcome>> {
  // A customer who was deleted years ago is the usual case, so the locks of other calls do not find them.
  const [customer] = await query<{ ispId: number; name: string; surname: string | null }>(
    tx,
    sql`SELECT c.isp_id AS "ispId", c.name, c.surname FROM crm.customer c
        WHERE c.id = ${customerId} AND (${scope.ispId}::int IS NULL OR c.isp_id = ${scope.ispId}::int) FOR UPDATE`,
  );
  if (!customer) throw notFound('customer', customerId);
  if (scope.resellerId !== null || scope.locations !== null)
    throw new Fault('forbidden', 'only the ISP itself erases a person');
  await refuseErased(tx, customerId);
  const person = await readPerson(tx, customer.ispId, customerId);
  refuseNamed(reason, [customer.name, customer.surname ?? '', person.email, ...person.numbers, ...person.usernames]);
  const now = kernel.clock.now();
  await refuseUnfinished(tx, person, now);
  if (preview) return previewErasure(tx, person);
  const rows = await readAuditedRows(tx, person);
  const audit = await findAudit(tx, person, rows);
  const [erasure] = await query<{ id: number }>(
    tx,
    sql`INSERT INTO crm.customer_erasure (isp_id, customer_id, reason, erased_at, erased_by)
        VALUES (${person.ispId}, ${customerId}, ${reason}, ${now}, ${scope.by}) RETURNING id`,
  );
  if (!erasure) throw new Error('an insert has no row');
  await eraseRows(tx, person, { erasureId: erasure.id, by: scope.by, keys: kernel.secretsKeys });
  await eraseAudit(tx, audit, { erasureId: erasure.id, keys: kernel.secretsKeys });
  return 'Done';
}

/** The reason stays, so it may not say who it was. */
function refuseNamed(reason: string, names: readonly string[]): void {
  const text = ` ${reason.toLowerCase().replace(/[^\p{L}\p{N}@.+_-]+/gu, ' ')} `;
  const named = names.find((name) => name.length >= 2 && text.includes(` ${name.toLowerCase()} `));
  if (named !== undefined)
    throw badParameter('reason', 'must not name the person or a number, address or username of theirs: it is kept');
}
