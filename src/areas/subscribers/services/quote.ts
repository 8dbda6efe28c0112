import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { notFound } from '../../../core/fault.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { PAYMENT_KINDS } from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { plans } from '../../catalogue/plans/list.ts';
import { readProspect } from '../../money/billing/store/read-prospect.ts';
import { refuseFinancialFields } from './financial.ts';
import { checkPlan } from './plan-fit.ts';
import { type Quote, quoteOf } from './quoted-price.ts';

/** Names and values as those of `service/create`. */
export const quoteInput = z.strictObject({
  planid: wire.id(),
  subplanid: wire.id(),
  resellerid: wire
    .described("when absent, the caller's own, or otherwise the owner of the plan", wire.ownerId())
    .optional(),
  prepaid_postpaid: wire.oneOf(PAYMENT_KINDS).default('Postpaid'),
  bill_from: wire.described('default: today', wire.ymd()).optional(),
  billing_start_day: wire.wholeNumber(0, 30).default(0),
  discount_percent: wire.percent().default('0'),
  discount_amt: wire.money().default('0'),
  installation_amt: wire.money().default('0'),
  deposit: wire.money().default('0'),
});

type QuoteInput = z.output<typeof quoteInput>;

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
  if (!draft) throw notFound('sub plan', subplanid, ` of plan ${planid}`);
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
