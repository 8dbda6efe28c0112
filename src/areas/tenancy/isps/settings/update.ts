import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { badParameter } from '../../../../core/fault.ts';
import { refreshSessionsWhere } from '../../../../core/network/effects.ts';
import { definedFields } from '../../../../core/records/updates.ts';
import { ispOfNew } from '../../../../core/tenancy/owner.ts';
import * as wire from '../../../../core/wire/index.ts';
import { dayOf } from '../../../../core/zone.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { refuseNoHours } from './hours.ts';
import { settingsShape } from './vocabulary.ts';

export const ispSettingsChange = z.strictObject({
  ispid: wire.id().optional(),
  ...z.object(settingsShape).partial().shape,
});

/** Parameters that the sessions of restricted subscribers depend on. */
const REDUCED_ACCESS_PARAMETERS = ['np_dl', 'np_ul', 'blocked_mode', 'timezone'] as const;

/** Changes an ISP's settings. Live sessions follow after the commit; money settings apply from the next charge on. */
export async function updateSettings(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  input: z.output<typeof ispSettingsChange>,
): Promise<'done'> {
  const ispId = await ispOfNew(tx, scope, input);
  refuseRepeatedTaxes(input);
  await refuseNoHours(tx, ispId, input);
  await refuseOpenDays(tx, kernel.clock.now(), { ispId, ...input });
  await tx.ispSetting.update({
    where: { ispId },
    data: {
      ...definedFields({
        ...{ timezone: input.timezone, currency: input.currency },
        invoiceDueDays: input.invoice_due_days,
        npGraceDays: input.np_grace_days,
        ...{ npDl: input.np_dl, npUl: input.np_ul },
        blockedMode: input.blocked_mode,
        suspendClock: input.suspend_clock,
        promiseDays: input.promise_days,
        defaultCreditLimit: input.default_credit_limit,
        taxes: input.taxes === null ? [] : input.taxes,
        taxInclusive: input.tax_inclusive,
        ...{ lateFeeAmt: input.late_fee_amt, lateFeePercent: input.late_fee_percent },
        ...{ lateFeeMax: input.late_fee_max, lateFeeAfterDays: input.late_fee_after_days },
        ...{ minDues: input.min_dues, backdateDays: input.backdate_days, cutoffDays: input.cutoff_days },
        booksClosedUpto: input.books_closed_upto && new Date(input.books_closed_upto),
        ...{ adjustLimitAccounts: input.adjust_limit_accounts, adjustLimitSupport: input.adjust_limit_support },
        requireSecondFactor: input.require_second_factor,
        portalUrl: input.portal_url,
        interimInterval: input.interim_interval,
        ...{ eventFeed: input.event_feed, sessionEvents: input.session_events },
        portal: input.portal,
        ...{ portalColor: input.portal_color, portalCodes: input.portal_codes },
        ...{ quietFrom: input.quiet_from, quietUpto: input.quiet_upto },
        ...{ promotionsFrom: input.promotions_from, promotionsUpto: input.promotions_upto },
        noticeLanguage: input.notice_language,
        alertEmails: input.alert_emails === null ? [] : input.alert_emails,
        ...{ bankDetails: input.bank_details, upiId: input.upi_id },
        ...{ appealDays: input.appeal_days, eraseAfterDays: input.erase_after_days, maskPhones: input.mask_phones },
        trafficHistoryDays: input.traffic_history_days,
        ...{ careDuesByNumber: input.care_dues_by_number, careRestartByNumber: input.care_restart_by_number },
      }),
      updatedBy: scope.by,
    },
  });
  if (REDUCED_ACCESS_PARAMETERS.some((parameter) => input[parameter] !== undefined))
    await refreshReducedSessions(tx, ispId);
  return 'done';
}

function refuseRepeatedTaxes({ taxes }: z.output<typeof ispSettingsChange>): void {
  const names = taxes?.map(({ name }) => name) ?? [];
  if (new Set(names).size < names.length) throw badParameter('taxes', 'must not name a tax twice');
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

interface Changed {
  readonly ispId: number;
  readonly timezone?: string | undefined;
  readonly books_closed_upto?: string | null | undefined;
}

/**
 * Days can be closed when they are over: what happens today must be posted today. Another time zone may begin the day anew.
 * @throws Fault of kind `badInput`
 */
async function refuseOpenDays(tx: Tx, now: Date, { ispId, ...input }: Changed): Promise<void> {
  if (!input.books_closed_upto && input.timezone === undefined) return;
  const [stored] = await query<{ timezone: string; closed: string | null }>(
    tx,
    sql`SELECT timezone, books_closed_upto AS closed FROM crm.isp_setting WHERE isp_id = ${ispId} FOR NO KEY UPDATE`,
  );
  const closed = input.books_closed_upto === undefined ? stored?.closed : input.books_closed_upto;
  const today = dayOf(now, input.timezone ?? stored?.timezone ?? 'UTC');
  if (!closed || closed < today) return;
  if (input.books_closed_upto) throw badParameter('books_closed_upto', `must be before today, ${today}`);
  throw badParameter('timezone', `must be a zone where ${today} is over: the books are closed up to ${closed}`);
}
