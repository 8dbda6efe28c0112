import { z } from 'zod';
import { badParameter } from '../../../../core/fault.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { findIsp } from '../find.ts';
import { logoPath } from '../logo/read.ts';
import { settingsShape } from './vocabulary.ts';

export const ispSettings = z.object({
  ispid: wire.id(),
  ...settingsShape,
  logo: wire.shown(),
  updated_at: wire.timestamp(),
});

export const whichIsp = z.strictObject({ ispid: wire.id().optional() });

type Settings = z.output<typeof ispSettings>;

/** The settings of an ISP: calendar, money, and access of subscribers who do not pay. */
export async function readSettings(
  tx: Pick<Tx, 'isp' | 'ispSetting'>,
  scope: Scope,
  input: z.output<typeof whichIsp>,
): Promise<Settings> {
  const ispId = input.ispid ?? scope.ispId;
  if (ispId === null) throw badParameter('ispid', 'is required');
  await findIsp(tx, scope, ispId);
  const stored = await tx.ispSetting.findUniqueOrThrow({ where: { ispId } });
  return {
    ispid: ispId,
    timezone: stored.timezone,
    currency: stored.currency,
    invoice_due_days: stored.invoiceDueDays,
    np_grace_days: stored.npGraceDays,
    np_dl: stored.npDl,
    np_ul: stored.npUl,
    blocked_mode: stored.blockedMode as Settings['blocked_mode'],
    suspend_clock: stored.suspendClock as Settings['suspend_clock'],
    promise_days: stored.promiseDays,
    default_credit_limit: stored.defaultCreditLimit?.toFixed(2) ?? null,
    taxes: stored.taxes as Settings['taxes'],
    tax_inclusive: stored.taxInclusive,
    ...{ late_fee_amt: stored.lateFeeAmt.toFixed(2), late_fee_percent: stored.lateFeePercent.toFixed(2) },
    ...{ late_fee_max: stored.lateFeeMax?.toFixed(2) ?? null, late_fee_after_days: stored.lateFeeAfterDays },
    ...{ min_dues: stored.minDues.toFixed(2), cutoff_days: stored.cutoffDays as Settings['cutoff_days'] },
    backdate_days: stored.backdateDays,
    books_closed_upto: stored.booksClosedUpto?.toISOString().slice(0, 10) ?? null,
    adjust_limit_accounts: stored.adjustLimitAccounts?.toFixed(2) ?? null,
    adjust_limit_support: stored.adjustLimitSupport.toFixed(2),
    require_second_factor: stored.requireSecondFactor,
    portal_url: stored.portalUrl,
    interim_interval: stored.interimInterval,
    event_feed: stored.eventFeed,
    session_events: stored.sessionEvents,
    portal: stored.portal as Settings['portal'],
    ...{ portal_color: stored.portalColor, portal_codes: stored.portalCodes },
    logo: logoPath(ispId, stored.logo),
    ...{ quiet_from: stored.quietFrom, quiet_upto: stored.quietUpto },
    ...{ promotions_from: stored.promotionsFrom, promotions_upto: stored.promotionsUpto },
    notice_language: stored.noticeLanguage,
    ...{ appeal_days: stored.appealDays, erase_after_days: stored.eraseAfterDays },
    ...{ care_dues_by_number: stored.careDuesByNumber, care_restart_by_number: stored.careRestartByNumber },
    traffic_history_days: stored.trafficHistoryDays,
    mask_phones: stored.maskPhones,
    alert_emails: stored.alertEmails.length === 0 ? null : stored.alertEmails,
    ...{ bank_details: stored.bankDetails, upi_id: stored.upiId },
    updated_at: stored.updatedAt,
  };
}
