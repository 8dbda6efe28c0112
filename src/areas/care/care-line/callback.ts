import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { CareCall } from '../author.ts';
import { createCall } from '../calls/create.ts';
import { callShape } from '../calls/vocabulary.ts';
import { type Caller, findCaller } from './caller.ts';
import { calling } from './vocabulary.ts';

export const askedCallback = z.strictObject({
  ...calling,
  queueid: callShape.queueid,
  due_at: callShape.due_at.optional(),
  note: callShape.note.optional(),
});

/** Logs the call, and puts a task to call back into the queue: once, however often this call asks for it. */
export async function askCallback(tx: Tx, call: CareCall, input: z.output<typeof askedCallback>): Promise<'done'> {
  const { queueid, due_at, note } = input;
  const caller = await findCaller(tx, call, input);
  const { customerId, serviceIds } = caller;
  await createCall(tx, call, {
    ...{ queueid, due_at, note },
    direction: 'In',
    outcome: 'Callback',
    seconds: 0,
    number: await numberToCall(tx, caller),
    customerid: customerId ?? undefined,
    serviceid: serviceIds.length === 1 ? serviceIds[0] : undefined,
    client_ref: `care ${caller.id}`,
  });
  return 'done';
}

/** The number that calls, or that on record: one that somebody types would be called for them. */
async function numberToCall(tx: Tx, { ispId, number, customerId }: Caller): Promise<string> {
  if (number !== null) return number;
  const [customer] = await query<{ mobile: string }>(
    tx,
    sql`SELECT c.mobile FROM crm.customer c WHERE c.isp_id = ${ispId} AND c.id = ${customerId}::int`,
  );
  if (customer) return customer.mobile;
  throw new Fault('conflict', 'the caller withholds their number, so nobody can call back');
}
