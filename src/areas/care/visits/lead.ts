import { badParameter } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { updateLead } from '../../subscribers/leads/update.ts';
import type { LeadStatus, PendingStatus } from '../../subscribers/leads/workflow.ts';
import type { CareCall } from '../author.ts';
import type { Visit } from './find.ts';
import type { LEAD_REPORTS } from './vocabulary.ts';

/** Stages that end with what is found or done on site. */
const ON_SITE: readonly LeadStatus[] = ['Field-Verification', 'Installation'];

interface Found {
  readonly report: (typeof LEAD_REPORTS)[number] | undefined;
  readonly reason: string | undefined;
}

/** Moves the lead of a visit on, as `lead/update` does. The technician need not be one who may change leads. */
export async function reportToLead(tx: Tx, call: CareCall, visit: Visit, { report, reason }: Found): Promise<void> {
  if (visit.leadId === null) {
    if (report !== undefined) throw badParameter('report', 'applies only to the visit to a lead');
    return;
  }
  const lead = { what: 'lead', id: visit.leadId } as const;
  const { status } = await readForUpdate<{ status: LeadStatus }>(tx, call.scope, lead, sql`x.status`);
  if (report !== undefined)
    await updateLead(tx, call, { id: visit.leadId, status: status as PendingStatus, report, reason });
  else if (ON_SITE.includes(status)) throw badParameter('report', `is required while the lead is in ${status}`);
}
