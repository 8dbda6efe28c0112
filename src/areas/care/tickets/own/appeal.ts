import { z } from 'zod';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, type Runner, sql } from '../../../../db/sql.ts';
import { fileAppeal } from '../appeals/file.ts';
import { APPEAL_STATUSES, type AppealStatus } from '../appeals/life-cycle.ts';
import { isAppealable } from '../appeals/limits.ts';
import type { TicketStatus } from '../life-cycle.ts';
import { lockCustomer, type OwnCall } from './call.ts';

/** An appeal as its subscriber sees it. */
export const ownAppeal = z.object({
  status: wire.oneOf(APPEAL_STATUSES),
  filed_at: z.string(),
  /** By when it is to be decided; null: it is. */
  decide_by: z.string().nullable(),
  /** What the provider has decided; null: nothing yet. */
  decision: wire.shown().nullable(),
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
    return { appeal: { status, ...times, decision }, may_appeal: false };
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
