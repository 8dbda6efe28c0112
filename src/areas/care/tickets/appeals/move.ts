import { z } from 'zod';
import { badParameter, Fault, notFound, parameterFault } from '../../../../core/fault.ts';
import { ticketScope } from '../../../../core/tenancy/care-scope.ts';
import { type Scope, scopeConditions, updated } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { join, query, sql } from '../../../../db/sql.ts';
import { type Changes, update } from '../../../../db/write.ts';
import type { AuthorCall } from '../../author.ts';
import { lockTicket, type Ticket } from '../find.ts';
import { tellOfAppeal } from '../notices.ts';
import { APPEAL_REPORTS, APPEAL_STATUSES, type AppealStatus, appealAfter, isDecision } from './life-cycle.ts';

export const appealMove = z.strictObject({
  id: wire.id(),
  status: wire.described('when absent, any that allows the move', wire.oneOf(APPEAL_STATUSES)).optional(),
  report: wire.oneOf(APPEAL_REPORTS),
  decision: wire.text(1000).optional(),
});

type AppealMove = z.output<typeof appealMove>;

/** Reports what became of an appeal, which the ISP decides, also for customers of its resellers. */
export async function moveAppeal(tx: Tx, call: AuthorCall, input: AppealMove): Promise<'done'> {
  if (call.scope.resellerId !== null) throw new Fault('forbidden', 'only the ISP decides appeals');
  refuseUnfit(input);
  const { appeal, ticket } = await lockAppeal(tx, call.scope, input.id);
  if (input.status !== undefined && input.status !== appeal.status)
    throw parameterFault('conflict', 'status', `appeal ${appeal.id} is ${appeal.status}, not ${input.status}`);
  const status = appealAfter(appeal, input.report);
  const now = call.kernel.clock.now();
  update(tx, 'crm.ticket_appeal', [{ id: appeal.id, status, ...changesOf(call, input, now), ...updated(call.scope) }]);
  if (isDecision(input.report)) tellOfAppeal(tx, ticket, { id: appeal.id, isDecided: true }, now);
  return 'done';
}

function refuseUnfit({ report, decision }: AppealMove): void {
  if (isDecision(report) && decision === undefined)
    throw badParameter('decision', 'is required when report is uphold or reject');
  if (!isDecision(report) && decision !== undefined)
    throw badParameter('decision', 'applies only when report is uphold or reject');
}

function changesOf({ scope }: AuthorCall, { report, decision }: AppealMove, now: Date): Changes<'crm.ticket_appeal'> {
  if (isDecision(report)) return { decision: decision ?? null, decidedAt: now, decidedBy: scope.by };
  return report === 'acknowledge' ? { acknowledgedAt: now, acknowledgedBy: scope.by } : {};
}

interface Appeal {
  readonly id: number;
  readonly status: AppealStatus;
}

/** An appeal is changed under the lock of its ticket, which decides who sees it. @throws Fault of kind `notFound` */
async function lockAppeal(tx: Tx, scope: Scope, id: number): Promise<{ appeal: Appeal; ticket: Ticket }> {
  const [found] = await query<{ ticketId: number }>(
    tx,
    sql`SELECT t.id AS "ticketId" FROM crm.ticket_appeal a JOIN crm.ticket t ON t.isp_id = a.isp_id AND t.id = a.ticket_id
        WHERE ${join([sql`a.id = ${id}`, ...scopeConditions(scope, ticketScope('t'))], ' AND ')}`,
  );
  if (!found) throw notFound('appeal', id);
  const ticket = await lockTicket(tx, scope, found.ticketId);
  const [appeal] = await query<Appeal>(tx, sql`SELECT a.id, a.status FROM crm.ticket_appeal a WHERE a.id = ${id}`);
  if (!appeal) throw notFound('appeal', id);
  return { appeal, ticket };
}
