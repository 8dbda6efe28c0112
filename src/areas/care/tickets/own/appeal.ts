import { z } from 'zod';
import { parameterFault } from '../../../../core/fault.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, type Runner, sql } from '../../../../db/sql.ts';
import { fileAppeal } from '../appeals/file.ts';
import { APPEAL_MOVES, APPEAL_STATUSES, type AppealStatus } from '../appeals/life-cycle.ts';
import { isAppealable } from '../appeals/limits.ts';
import { moveAppeal } from '../appeals/move.ts';
import { lockTicket } from '../find.ts';
import type { TicketStatus } from '../life-cycle.ts';
import { lockCustomer, type OwnCall } from './call.ts';

const WITHDRAWABLE: readonly AppealStatus[] = APPEAL_MOVES.filter(({ report }) => report === 'withdraw').map(
  ({ from }) => from,
);

/** An appeal as its subscriber sees it. */
export const ownAppeal = z.object({
  status: wire.oneOf(APPEAL_STATUSES),
  filed_at: z.string(),
  /** By when it is to be decided; null: it is. */
  decide_by: z.string().nullable(),
  /** What the provider has decided; null: nothing yet. */
  decision: wire.shown().nullable(),
  may_withdraw: z.boolean(),
});

interface Row {
  readonly ticketStatus: TicketStatus;
  readonly legalBy: Date | null;
  readonly resolvedAt: Date | null;
  readonly days: number;
  readonly status: AppealStatus | null;
  readonly filedAt: Date | null;
  readonly decideBy: Date | null;
  readonly decision: string | null;
}

/** The appeal of a ticket that the subscriber was found to see, and whether they may file one now. */
export async function readOwnAppeal(on: Runner, ticketId: number, now: Date) {
  const [row] = await query<Row>(
    on,
    sql`SELECT k.status AS "ticketStatus", k.legal_by AS "legalBy", k.resolved_at AS "resolvedAt", t.appeal_days AS days, a.status,
          a.created_at AS "filedAt", CASE WHEN a.decided_at IS NULL THEN a.decide_by END AS "decideBy", a.decision
        FROM crm.ticket k JOIN crm.isp_setting t ON t.isp_id = k.isp_id
        LEFT JOIN crm.ticket_appeal a ON a.ticket_id = k.id AND a.status <> 'Withdrawn'
        WHERE k.id = ${ticketId}`,
  );
  if (!row) return { appeal: null, may_appeal: false };
  const { ticketStatus, legalBy, resolvedAt, days, status, filedAt, decideBy, decision } = row;
  if (status !== null && filedAt !== null) {
    const times = { filed_at: filedAt.toISOString(), decide_by: decideBy?.toISOString() ?? null };
    return { appeal: { status, ...times, decision, may_withdraw: WITHDRAWABLE.includes(status) }, may_appeal: false };
  }
  return { appeal: null, may_appeal: isAppealable({ status: ticketStatus, legalBy, resolvedAt }, { days, now }) };
}

/** A customer's calls run one after the other, as those that write. */
export async function appealAsSubscriber(
  tx: Tx,
  call: OwnCall,
  input: { readonly id: number; readonly text: string },
): Promise<'done'> {
  await lockCustomer(tx, call);
  await fileAppeal(tx, call, input);
  return 'done';
}

/** Takes an appeal back that is not decided. There is no way back, but another may be filed in time. */
export async function withdrawAsSubscriber(tx: Tx, call: OwnCall, ticketId: number): Promise<'done'> {
  await lockCustomer(tx, call);
  const ticket = await lockTicket(tx, call.scope, ticketId);
  const [appeal] = await query<{ id: number; status: AppealStatus }>(
    tx,
    sql`SELECT a.id, a.status FROM crm.ticket_appeal a WHERE a.ticket_id = ${ticket.id} ORDER BY a.id DESC LIMIT 1`,
  );
  if (!appeal) throw parameterFault('conflict', 'appeal', 'has not been filed');
  if (!WITHDRAWABLE.includes(appeal.status))
    throw parameterFault('conflict', 'appeal', `is ${appeal.status} in the meantime; look at it again`);
  return moveAppeal(tx, call, { id: appeal.id, report: 'withdraw' });
}
