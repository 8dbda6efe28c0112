import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import type { Scope } from '../../../core/scope.ts';
import { definedFields } from '../../../core/updates.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { refreshSessionsWhere } from '../../sessions/effects.ts';
import { ispOfNew } from '../owner.ts';
import { settingsShape } from './vocabulary.ts';

export const ispSettingsChange = z.strictObject({
  ispid: wire.id().optional(),
  ...z.object(settingsShape).partial().shape,
});

/** Parameters that the sessions of restricted subscribers depend on. */
const REDUCED_ACCESS_PARAMETERS = ['np_dl', 'np_ul', 'blocked_mode', 'timezone'] as const;

/** Changes an ISP's settings. Live sessions follow after the commit; money settings apply from the next charge on. */
export async function updateSettings(tx: Tx, scope: Scope, input: z.output<typeof ispSettingsChange>): Promise<'done'> {
  const ispId = await ispOfNew(tx, scope, input);
  const names = input.taxes?.map(({ name }) => name) ?? [];
  if (new Set(names).size < names.length) throw badParameter('taxes', 'must not name a tax twice');
  await tx.ispSetting.update({
    where: { ispId },
    data: {
      ...definedFields({
        timezone: input.timezone,
        currency: input.currency,
        invoiceDueDays: input.invoice_due_days,
        npGraceDays: input.np_grace_days,
        npDl: input.np_dl,
        npUl: input.np_ul,
        blockedMode: input.blocked_mode,
        suspendClock: input.suspend_clock,
        promiseDays: input.promise_days,
        defaultCreditLimit: input.default_credit_limit,
        taxes: input.taxes === null ? [] : input.taxes,
        taxInclusive: input.tax_inclusive,
        lateFeeAmt: input.late_fee_amt,
        lateFeePercent: input.late_fee_percent,
        requireSecondFactor: input.require_second_factor,
        portalUrl: input.portal_url,
        eventFeed: input.event_feed,
        sessionEvents: input.session_events,
        portal: input.portal,
        portalColor: input.portal_color,
      }),
      updatedBy: scope.by,
    },
  });
  if (REDUCED_ACCESS_PARAMETERS.some((parameter) => input[parameter] !== undefined))
    await refreshReducedSessions(tx, ispId);
  return 'done';
}

/** Refreshes sessions with less than their plan, by status, used-up volume or end of validity. */
function refreshReducedSessions(tx: Tx, ispId: number): Promise<void> {
  return refreshSessionsWhere(
    tx,
    sql`x.isp_id = ${ispId} AND EXISTS (
      SELECT FROM crm.service s JOIN radius.usage u ON u.service_id = s.id
      WHERE s.id = x.service_id AND (s.status <> 'Active' OR u.exhausted OR s.valid_upto <= CURRENT_DATE + 1))`,
  );
}
