import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { regionOfIsp } from '../../../core/telephone/columns.ts';
import { numbersIn } from '../../../core/telephone/numbers.ts';
import { ispShape } from '../../../core/tenancy/owner.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { authored, type CareCall } from '../author.ts';
import { clientRef, madeBefore } from '../client-ref.ts';
import { findColleague, refuseOthers, type Side } from '../staff.ts';
import { subjectColumns, subjectShape } from '../subject.ts';
import { addCallback, refuseUnfit } from './callback.ts';
import { callShape, DIRECTIONS } from './vocabulary.ts';

export const newCall = z.strictObject({
  ...ispShape(),
  ...subjectShape(),
  direction: wire.oneOf(DIRECTIONS),
  number: wire.text(100),
  agentid: wire.id().optional(),
  started_at: wire.timestamp().optional(),
  seconds: callShape.seconds.default(0),
  outcome: callShape.outcome,
  note: callShape.note.optional(),
  queueid: callShape.queueid.optional(),
  due_at: callShape.due_at.optional(),
  client_ref: clientRef().optional(),
});

type NewCall = z.output<typeof newCall>;

/** Clocks of telephone systems are a little ahead at times. */
const AHEAD_MS = 5 * 60_000;

/** Logs a call, and adds a task if the customer wants to be called back. Returns the id of the call. */
export async function createCall(tx: Tx, call: CareCall, input: NewCall): Promise<number> {
  refuseUnfit(input);
  const now = call.kernel.clock.now();
  const startedAt = input.started_at ?? now;
  if (startedAt.getTime() > now.getTime() + AHEAD_MS) throw badParameter('started_at', 'must not be in the future');
  const made = await madeBefore(tx, call, 'crm.call', input.client_ref);
  if (made !== undefined) return made;
  const { scope } = call;
  const { subject, ...about } = await subjectColumns(tx, scope, input);
  const keeperId = scope.resellerId;
  const agentId = await agentOf(tx, call, { ispId: about.ispId, keeperId }, input.agentid);
  const { direction, number, seconds, outcome, note = null } = input;
  const [e164 = null] = numbersIn(number, await regionOfIsp(tx, scope, about.ispId));
  const id = await nextId(tx, 'crm.call');
  const row = { id, ...about, keeperId, agentId, direction, number, e164, startedAt, seconds, outcome, note };
  insert(tx, 'crm.call', [{ ...row, ...authored(call, input.client_ref) }]);
  if (outcome === 'Callback')
    await addCallback(tx, call, { callId: id, ispId: about.ispId, subject, number, note }, input);
  return id;
}

/** Who spoke: the caller, unless a telephone system logs for somebody. Null: the server administrator, who belongs to no ISP. */
async function agentOf(
  tx: Tx,
  { actor, scope }: CareCall,
  side: Side,
  agentId: number | undefined,
): Promise<number | null> {
  if (agentId === undefined) return actor.ispId === null ? null : actor.userId;
  refuseOthers(side, [await findColleague(tx, scope, 'agentid', agentId)]);
  return agentId;
}
