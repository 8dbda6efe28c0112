import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameter, Fault, notFound } from '../../core/fault.ts';
import { readRecord } from '../../core/row-locks.ts';
import { type Scope, scopeConditions } from '../../core/scope.ts';
import * as wire from '../../core/wire/index.ts';
import { dayOf } from '../../core/zone.ts';
import type { Database } from '../../db/database.ts';
import { join, query, sql } from '../../db/sql.ts';
import { periodLines } from '../billing/charging/opening.ts';
import { type PlannedPeriod, planFirstPeriod, planRenewal } from '../billing/life-cycle/actions/plan-renewal.ts';
import { daysFrom } from '../billing/model/calendar.ts';
import type { Draft } from '../billing/model/draft.ts';
import { type PricedLine, sumOfLines } from '../billing/pricing/price.ts';
import { readProspect } from '../billing/store/read-prospect.ts';
import type { Owner } from '../isps/owner.ts';
import { refuseFinancialFields } from '../services/financial.ts';
import { checkPlan } from '../services/plan-fit.ts';
import { PAYMENT_KINDS } from '../services/vocabulary.ts';
import { plans } from './list.ts';

/** Names and values as those of `service/create`. */
export const quoteInput = z.strictObject({
  planid: wire.id(),
  subplanid: wire.id(),
  resellerid: wire
    .described("who sells it; the caller's own, else the owner of the plan, when absent", wire.ownerId())
    .optional(),
  prepaid_postpaid: wire.oneOf(PAYMENT_KINDS).default('Postpaid'),
  bill_from: wire.described('first day of the first period; default: today', wire.ymd()).optional(),
  billing_start_day: wire
    .described('day of the month on which periods start; 0: the day of the renewal', wire.wholeNumber(0, 30))
    .default(0),
  discount_percent: wire.percent().default('0'),
  discount_amt: wire.money().default('0'),
  installation_amt: wire.money().default('0'),
  deposit: wire.money().default('0'),
});

type QuoteInput = z.output<typeof quoteInput>;

const amount = () => wire.asStored(wire.money());
const sums = { amt: amount(), discount: amount(), tax: amount(), total: amount() };

export const quote = z.object({
  planid: wire.id(),
  subplanid: wire.id(),
  /** The first period, and the days that its price is for: fewer than `of_days` cost their share. */
  valid_from: wire.ymd(),
  valid_upto: wire.ymd(),
  days: wire.count(),
  of_days: wire.count(),
  /** The price of a whole period, with taxes. */
  price: amount(),
  /** The first period, and the installation. */
  charges: z.array(z.object({ description: wire.shown(), ...sums })),
  taxes: z.array(z.object({ name: wire.shown(), percent: wire.percent(), amt: amount() })),
  ...sums,
  deposit: amount(),
  /** What is charged when the first period begins: all of it prepaid, the installation postpaid. */
  charged_at_once: amount(),
});

type Quote = z.output<typeof quote>;

/** What a new service would cost, by the rules that would bill it. */
export async function quotePlan(db: Pick<Database, 'pool'>, call: Call, input: QuoteInput): Promise<Quote> {
  const { scope, kernel } = call;
  refuseFinancialFields(scope, 'create', input);
  const owner = await sellerOfPlan(db, scope, input);
  const { planid, subplanid, billing_start_day } = input;
  await checkPlan(db.pool, owner, {
    planid,
    subplanid,
    billing_start_day,
    protocol: undefined,
    connectivity: undefined,
  });
  const prepaid = input.prepaid_postpaid === 'Prepaid';
  const now = kernel.clock.now();
  const prospect = { planId: planid, subPlanId: subplanid, resellerId: owner.resellerId, by: scope.by, now };
  const draft = await readProspect(db.pool, prospect, (zone) => {
    const today = dayOf(now, zone);
    const billFrom = input.bill_from ?? today;
    return {
      // A prepaid service begins when it is paid for, or later.
      today: prepaid && billFrom > today ? billFrom : today,
      terms: {
        prepaid,
        billFrom,
        billingStartDay: billing_start_day,
        discount: { percent: new Decimal(input.discount_percent), amt: new Decimal(input.discount_amt) },
        installationAmt: new Decimal(input.installation_amt),
      },
    };
  });
  if (!draft) throw notFound(`sub plan of plan ${planid}`, subplanid);
  return quoteOf(draft, input);
}

/** Who would sell the plan: a reseller that the caller sees, or the ISP itself. @throws Fault of kind `notFound` */
async function sellerOfPlan(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  { planid, resellerid }: QuoteInput,
): Promise<Owner> {
  const conditions = [sql`p.id = ${planid}`, ...scopeConditions(scope, plans.scope)];
  const [plan] = await query<Owner>(
    pool,
    sql`SELECT p.isp_id AS "ispId", p.reseller_id AS "resellerId" FROM crm.plan p WHERE ${join(conditions, ' AND ')}`,
  );
  if (!plan) throw notFound('plan', planid);
  const { ispId } = plan;
  const resellerId = resellerid ?? scope.resellerId ?? plan.resellerId;
  if (resellerId === null || (resellerId === 0 && scope.resellerId === null)) return { ispId, resellerId: null };
  const named = { what: 'reseller', id: resellerId } as const;
  const reseller = await readRecord<{ ispId: number }>(pool, scope, named, sql`x.isp_id AS "ispId"`);
  if (reseller.ispId !== ispId) throw notFound('reseller', resellerId);
  return { ispId, resellerId };
}

function quoteOf(draft: Draft, { bill_from, deposit }: QuoteInput): Quote {
  const { subscription, context } = draft;
  const { period, lines, installation } = plannedOf(draft);
  if (period.endsOn < context.today)
    throw badParameter('bill_from', `the period from ${bill_from} ended on ${period.endsOn}; give a later day`);
  const days = daysFrom(period.startsOn, period.endsOn);
  const charged = [...lines, ...installation].filter(({ total, amt }) => !total.isZero() || !amt.isZero());
  return {
    planid: subscription.offer.planId,
    subplanid: subscription.offer.subPlanId,
    valid_from: period.startsOn,
    valid_upto: period.endsOn,
    days,
    of_days: period.ofDays,
    price: sumOfLines(periodLines(draft, { ...period, ofDays: days }), 'total').toFixed(2),
    charges: charged.map((line) => ({ description: line.description, ...sumsOf([line]) })),
    taxes: taxesOf(charged),
    ...sumsOf(charged),
    deposit: new Decimal(deposit).toFixed(2),
    charged_at_once: sumOfLines(subscription.prepaid ? charged : installation, 'total').toFixed(2),
  };
}

/** The first period with its price, as the create or the first payment plans it. @throws Fault that names `bill_from` */
function plannedOf(draft: Draft): Pick<PlannedPeriod, 'period' | 'installation'> & { lines: readonly PricedLine[] } {
  const { subscription } = draft;
  try {
    if (subscription.prepaid) return planRenewal(draft);
    const planned = planFirstPeriod(draft, subscription.billFrom);
    return { ...planned, lines: periodLines(draft, planned.period) };
  } catch (error) {
    // The last days of the calendar.
    throw error instanceof Fault ? badParameter('bill_from', error.message) : error;
  }
}

const sumsOf = (lines: readonly PricedLine[]) => {
  const sum = (part: 'amt' | 'discount' | 'tax' | 'total') =>
    lines.reduce((all, line) => all.plus(line[part]), new Decimal(0)).toFixed(2);
  return { amt: sum('amt'), discount: sum('discount'), tax: sum('tax'), total: sum('total') };
};

/** The taxes of all lines by name; those of an ISP have the same names on every line. */
function taxesOf(lines: readonly PricedLine[]): Quote['taxes'] {
  const [first] = lines;
  return (first?.taxes ?? []).map(({ name, percent }, at) => ({
    name,
    percent,
    amt: lines.reduce((sum, { taxes }) => sum.plus(taxes[at]?.amt ?? 0), new Decimal(0)).toFixed(2),
  }));
}
