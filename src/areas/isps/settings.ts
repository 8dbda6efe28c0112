import { z } from 'zod';
import { badParameter } from '../../core/fault.ts';
import type { Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import * as wire from '../../core/wire/index.ts';
import { isZone } from '../../core/zone.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { refreshSessionsWhere } from '../sessions/effects.ts';
import { ispOfNew } from './owner.ts';
import { findIsp } from './update.ts';

const days = () => wire.wholeNumber(0, 365);
const kbps = () => wire.wholeNumber(1, 1_000_000_000);

/** A time zone by its IANA name. */
function zone() {
  const problem = 'must be the IANA name of a time zone, such as Asia/Kolkata';
  return wire.kind(z.string(wire.errorText(problem)).trim().refine(isZone, { error: problem }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: 'Asia/Kolkata' },
  });
}

const CURRENCY = /^[A-Z]{3}$/;

function currency() {
  const problem = 'must be an ISO 4217 code, such as INR';
  return wire.kind(z.string(wire.errorText(problem)).trim().regex(CURRENCY, { error: problem }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: 'INR' },
  });
}

const PAIR = /^([^:,]*):([^:,]*)$/;
/** What separates names and percents is not part of a name. */
const TAX_NAME = /^[^,:\p{Cc}\p{Cs}]{1,40}$/u;
const PERCENT = /^\d{1,3}(\.\d{1,2})?$/;

/** Names and percents: `CGST:9,SGST:9`. Native: an array of `{ name, percent }`; an empty text means no tax. */
function taxes() {
  const problem = 'must be pairs of a name of 1 to 40 characters and a percent from 0 to 100, such as CGST:9,SGST:9';
  const told = { error: problem };
  const tax = z.object(
    {
      name: z.string(told).trim().regex(TAX_NAME, told),
      percent: z
        .string(told)
        .trim()
        .regex(PERCENT, told)
        .refine((percent) => Number(percent) <= 100, told),
    },
    told,
  );
  return wire.kind(z.array(tax, wire.errorText(problem)), {
    parse: (text) => {
      const pairs = text.split(',').map((pair) => PAIR.exec(pair));
      return pairs.every(Boolean) ? pairs.map((pair) => ({ name: pair?.[1], percent: pair?.[2] })) : text;
    },
    render: (value: { name: string; percent: string }[]) =>
      value.map(({ name, percent }) => `${name}:${percent}`).join(','),
    document: { type: 'string', example: 'CGST:9,SGST:9' },
  });
}

const shape = {
  timezone: zone(),
  currency: currency(),
  invoice_due_days: days(),
  np_grace_days: days(),
  np_dl: kbps(),
  np_ul: kbps(),
  blocked_mode: wire.oneOf(['pool', 'reject']),
  suspend_clock: wire.oneOf(['freeze', 'run']),
  promise_days: days(),
  default_credit_limit: wire.money().nullable(),
  taxes: taxes().nullable(),
  tax_inclusive: wire.flagYN(),
  late_fee_amt: wire.money(),
  late_fee_percent: wire.percent(),
};

export const ispSettings = z.object({ ispid: wire.id(), ...shape });
export const whichIsp = z.strictObject({ ispid: wire.id().optional() });
export const ispSettingsChange = z.strictObject({ ispid: wire.id().optional(), ...z.object(shape).partial().shape });

/** What sessions with less than their plan have. */
const REDUCED = ['np_dl', 'np_ul', 'blocked_mode', 'timezone'] as const;

type Settings = z.output<typeof ispSettings>;

/** How an ISP counts days and money, and what it does with those who do not pay. */
export async function readSettings(tx: Tx, scope: Scope, input: z.output<typeof whichIsp>): Promise<Settings> {
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
    late_fee_amt: stored.lateFeeAmt.toFixed(2),
    late_fee_percent: stored.lateFeePercent.toFixed(2),
  };
}

/** Changes an ISP's settings; sessions follow at once, money from the next charge on. */
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
      }),
      updatedBy: scope.by,
    },
  });
  if (REDUCED.some((parameter) => input[parameter] !== undefined)) await refreshReduced(tx, ispId);
  return 'done';
}

/** Those with less than their plan: by their status, by the end of their volume, or by that of their validity. */
function refreshReduced(tx: Tx, ispId: number): Promise<void> {
  return refreshSessionsWhere(
    tx,
    sql`x.isp_id = ${ispId} AND EXISTS (
      SELECT FROM crm.service s JOIN radius.usage u ON u.service_id = s.id
      WHERE s.id = x.service_id AND (s.status <> 'Active' OR u.exhausted OR s.valid_upto <= CURRENT_DATE + 1))`,
  );
}
