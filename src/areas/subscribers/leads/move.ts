import type { Call } from '../../../core/call.ts';
import type { Tx } from '../../../db/database.ts';
import { type Changes, insert, update } from '../../../db/write.ts';
import type { Lead } from './find.ts';
import type { LeadStatus } from './workflow.ts';

interface LeadMove {
  readonly lead: Lead;
  readonly to: LeadStatus;
  readonly data: Changes<'crm.lead'>;
  readonly event: { readonly action: string; readonly report?: string; readonly reason?: string | null };
}

/** Writes a new status and its history event. */
export async function moveLead(tx: Tx, { scope, kernel }: Call, { lead, to, data, event }: LeadMove): Promise<void> {
  const moved = { ...data, status: to, updatedBy: scope.by, updatedAt: kernel.clock.now() };
  update(tx, 'crm.lead', [{ id: lead.id, ...moved }]);
  const history = { leadId: lead.id, fromStatus: lead.status, toStatus: to, by: scope.by };
  insert(tx, 'crm.lead_event', [{ ...history, report: null, reason: null, ...event }]);
}
