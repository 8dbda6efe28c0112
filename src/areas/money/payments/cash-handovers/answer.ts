import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../../core/access/actor.ts';
import type { Call } from '../../../../core/call.ts';
import { badParameter, Fault } from '../../../../core/fault.ts';
import type { done } from '../../../../core/records/results.ts';
import { readForUpdate } from '../../../../core/records/row-locks.ts';
import { zoneOfIsp } from '../../../../core/tenancy/isp-zone.ts';
import * as wire from '../../../../core/wire/index.ts';
import { dayOf } from '../../../../core/zone.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, send, sql } from '../../../../db/sql.ts';
import { cashAccount } from '../../billing/ledger/accounts.ts';
import { credit, debit } from '../../billing/ledger/entry.ts';
import { post } from '../../billing/store/ledger/post.ts';
import { checkCash, refuseForeignCash } from '../cash.ts';
import { HANDOVER_ACTIONS } from './vocabulary.ts';

export const handoverAnswer = z.strictObject({
  id: wire.id(),
  action: wire.oneOf(HANDOVER_ACTIONS),
  reason: wire.text().optional(),
});

type Answering = Call & { readonly actor: Actor };

interface Handover {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly giverId: number;
  readonly receiverId: number;
  readonly amt: string;
  readonly refNo: string | null;
  readonly status: string;
}

const COLUMNS = sql`x.id, x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.giver_id AS "giverId",
  x.receiver_id AS "receiverId", x.amt, x.ref_no AS "refNo", x.status`;

const ENDS_AS = { Confirm: 'Confirmed', Refuse: 'Refused', Withdraw: 'Withdrawn' } as const;

/** Ends an open hand-over: the receiver confirms that the cash has come, or refuses it; the giver takes the offer back. */
export async function answerHandover(
  tx: Tx,
  call: Answering,
  { id, action, reason }: z.output<typeof handoverAnswer>,
): Promise<z.output<typeof done>> {
  const { scope, kernel, actor } = call;
  if (action === 'Refuse' && reason === undefined) throw badParameter('reason', 'is required to refuse');
  const handover = await readForUpdate<Handover>(tx, scope, { what: 'cash hand-over', id }, COLUMNS);
  const { giverId, receiverId, status } = handover;
  const party = action === 'Withdraw' ? 'giver' : 'receiver';
  if (actor.userId !== (party === 'giver' ? giverId : receiverId))
    throw new Fault('forbidden', `only the ${party} of cash hand-over ${id} can ${action.toLowerCase()} it`);
  if (status !== 'Open') throw new Fault('conflict', `cash hand-over ${id} is ${status} already`);
  if (action === 'Confirm') await moveCash(tx, call, handover);
  send(
    tx,
    sql`UPDATE crm.cash_handover SET status = ${ENDS_AS[action]}, reason = ${reason ?? null},
          ended_at = ${kernel.clock.now()}::timestamptz, ended_by = ${scope.by} WHERE id = ${id}`,
  );
  return 'done';
}

/** From the giver, who must still hold it, to the receiver, within the limit of the receiver. */
async function moveCash(tx: Tx, { scope, kernel, actor }: Answering, handover: Handover): Promise<void> {
  const { id, ispId, resellerId, giverId, receiverId, refNo } = handover;
  const amt = new Decimal(handover.amt);
  await refuseForeignCash(tx, actor, ispId);
  // Both rows at once and in one order: two who hand over to each other would wait for each other for ever.
  const users = await query<{ id: number; username: string; cash: string }>(
    tx,
    sql`SELECT u.id, u.username, u.cash_balance AS cash FROM auth.login_user u
        WHERE u.id IN (${giverId}, ${receiverId}) ORDER BY u.id FOR NO KEY UPDATE`,
  );
  const giver = users.find((user) => user.id === giverId);
  if (!giver || amt.greaterThan(giver.cash))
    throw new Fault(
      'conflict',
      `the giver of cash hand-over ${id} holds ${giver?.cash ?? '0.00'} in cash, not ${handover.amt}`,
    );
  await checkCash(tx, actor, { ispId, more: amt });
  await post(tx, {
    ispId,
    resellerId,
    kind: 'cash_handover',
    postedOn: dayOf(kernel.clock.now(), await zoneOfIsp(tx, ispId)),
    memo: `Cash of ${giver.username} to ${actor.username}${refNo === null ? '' : `, ${refNo}`}`,
    dedupeKey: `cash_handover:${id}`,
    by: scope.by,
    lines: [debit(cashAccount(receiverId), amt), credit(cashAccount(giverId), amt)],
  });
}
