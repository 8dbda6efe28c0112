import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault, notFound } from '../../../core/fault.ts';
import { Done } from '../../../core/records/results.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { refuseErased } from '../../subscribers/customers/erased.ts';
import { eraseAudit } from './erase-audit.ts';
import { eraseRows } from './erase-rows.ts';
import { findAudit, readAuditedRows } from './find-audit.ts';
import { refuseUnfinished } from './obstacles.ts';
import { type Person, readPerson } from './person.ts';
import { erasurePreview, previewErasure } from './preview.ts';
import { refuseOthers } from './unlinked.ts';

/** Leads, and calls, that one erasure names. */
const MAX_NAMED = 100;

export const erasedPerson = z.strictObject({
  customerid: wire.id(),
  reason: wire.text(500),
  leadids: wire.csv(wire.id(), { max: MAX_NAMED }).optional(),
  callids: wire.csv(wire.id(), { max: MAX_NAMED }).optional(),
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
  { customerid: customerId, reason, preview, ...named }: z.output<typeof erasedPerson>,
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
  const person = await readNamed(tx, { ispId: customer.ispId, customerId }, named);
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
  await tellErased(tx, person);
  await eraseAudit(tx, audit, { erasureId: erasure.id, keys: kernel.secretsKeys });
  return 'Done';
}

/** The customer, with the leads and calls that the caller says are theirs. */
async function readNamed(
  tx: Tx,
  { ispId, customerId }: Pick<Person, 'ispId' | 'customerId'>,
  { leadids: leadIds = [], callids: callIds = [] }: Pick<z.output<typeof erasedPerson>, 'leadids' | 'callids'>,
): Promise<Person> {
  await execute(
    tx,
    sql`SELECT FROM crm.lead WHERE isp_id = ${ispId} AND id = ANY(${leadIds}::int[]) ORDER BY id FOR UPDATE`,
  );
  await execute(
    tx,
    sql`SELECT FROM crm.call WHERE isp_id = ${ispId} AND id = ANY(${callIds}::int[]) ORDER BY id FOR UPDATE`,
  );
  const person = await readPerson(tx, ispId, customerId);
  if (leadIds.length + callIds.length === 0) return person;
  await refuseOthers(tx, person, { leadIds, callIds });
  return readPerson(tx, ispId, customerId, { leadIds, callIds });
}

/** Other systems erase the customer too. The event has the id alone, so that it can stay. */
async function tellErased(tx: Tx, { ispId, customerId }: Person): Promise<void> {
  await execute(
    tx,
    sql`SELECT crm.note_event(c.isp_id, c.reseller_id, 'customer.erased', c.id, NULL, c.id, jsonb_build_object('id', c.id))
        FROM crm.customer c WHERE c.id = ${customerId} AND crm.keeps_events(${ispId}::int)`,
  );
}

/** The reason stays, so it may not say who it was. */
function refuseNamed(reason: string, names: readonly string[]): void {
  const text = ` ${reason.toLowerCase().replace(/[^\p{L}\p{N}@.+_-]+/gu, ' ')} `;
  const named = names.find((name) => name.length >= 2 && text.includes(` ${name.toLowerCase()} `));
  if (named !== undefined)
    throw badParameter('reason', 'must not name the person or a number, address or username of theirs: it is kept');
}
