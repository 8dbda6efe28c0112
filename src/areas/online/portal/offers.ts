import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { isAvailableTo, type Owner } from '../../../core/tenancy/owner.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import { changeSubscription } from '../../money/billing/change.ts';
import { offerLines } from '../../money/billing/charging/opening.ts';
import { topupLines } from '../../money/billing/life-cycle/actions/top-up.ts';
import { type PricedLine, sumOfLines } from '../../money/billing/pricing/price.ts';
import { OFFER, type OfferRow, offerOf } from '../../money/billing/store/read-offer.ts';
import { findService, type Service } from '../../subscribers/services/find.ts';

const gigabytes = () => wire.asStored(wire.decimal({ places: 3 }));

const plan = z.object({
  planid: wire.id(),
  subplanid: wire.id(),
  plan: wire.shown(),
  subplan: wire.shown(),
  /** Kbit/s. */
  dl: wire.amount(),
  ul: wire.amount(),
  /** Null: unlimited, or hidden. */
  gb: gigabytes().nullable(),
  /** The plan hides its limits from the subscriber (`hide_bw_limit`), and has some. */
  hides_limits: z.boolean(),
  /** How long it lasts, in `unit`. */
  length: wire.asStored(wire.decimal({ places: 3 })),
  unit: wire.oneOf(['Day', 'Month']),
  /** Of the whole, with taxes and less the discount of the service. */
  price: wire.money(),
  current: z.boolean(),
  /** May begin at once: it costs more than the present one. Others begin with the next bill. */
  at_once: z.boolean(),
});

const topup = z.object({
  topup_planid: wire.id(),
  name: wire.shown(),
  gb: gigabytes(),
  /** With taxes. */
  amt: wire.money(),
  /** Ends with the period. */
  expiring: z.boolean(),
});

export const offers = z.object({
  plans: z.array(plan),
  /** Empty for a plan with unlimited data. */
  topups: z.array(topup),
});

/** As the list of plans has it: the price is without taxes that are added to it. */
type OfferedPlan = z.output<typeof plan> & OfferRow;

const MAX_OFFERS = 200;

/**
 * The sub plans with `portal` that fit a service, by speed and price, and the top-ups that it may buy. Reads as billing would
 * charge them today, and saves nothing. @throws Fault of kind `notFound`
 */
export async function readOffers(
  tx: Tx,
  call: Pick<Call, 'scope' | 'kernel'>,
  serviceId: number,
): Promise<z.output<typeof offers>> {
  const service = await findService(tx, call.scope, serviceId);
  const draft = await changeSubscription(tx, call, { serviceId, preview: true }, () => undefined);
  const plans = await query<OfferedPlan>(tx, offeredPlans(service));
  const topups = await query<z.output<typeof topup>>(tx, topupsFor(service));
  return {
    plans: plans
      .map(
        ({
          planid,
          subplanid,
          plan: name,
          subplan,
          dl,
          ul,
          gb,
          hides_limits,
          length,
          unit,
          current,
          at_once,
          ...offer
        }) => ({
          ...{ planid, subplanid, plan: name, subplan, dl, ul, gb, hides_limits, length, unit, current, at_once },
          price: priceOf(offerLines(draft, offerOf(offer))),
        }),
      )
      .sort((one, other) => one.dl - other.dl || Number(one.price) - Number(other.price)),
    topups: topups.map(({ amt, ...each }) => ({
      ...each,
      amt: priceOf(topupLines(draft, { name: each.name, amt: new Decimal(amt) })),
    })),
  };
}

const priceOf = (lines: readonly PricedLine[]): string => sumOfLines(lines, 'total').toFixed(2);

/** One of them, or undefined if it is not offered. */
export async function findOffer(on: Runner, service: Service, subPlanId: number): Promise<OfferedPlan | undefined> {
  const [found] = await query<OfferedPlan>(on, offeredPlans(service, sql`b.id = ${subPlanId}`));
  return found;
}

/** The price is that of the whole sub plan: each change at once costs more than the one before, so nobody buys new volume by it. */
const offeredPlans = (service: Service, which: Sql = sql`true`): Sql => sql`
  SELECT x.id AS planid, b.id AS subplanid, x.name AS plan, b.name AS subplan, x.bw1_dl AS dl, x.bw1_ul AS ul,
    CASE WHEN NOT x.hide_bw_limit THEN nullif(x.bw1_gb, 0)::numeric(15, 3) END AS gb,
    x.hide_bw_limit AND x.bw1_gb > 0 AS hides_limits, (b.units * x.plan_period)::numeric(12, 3) AS length,
    CASE x.plan_period_unit WHEN 'Month' THEN 'Month' ELSE 'Day' END AS unit, b.price, b.id = now.id AS current,
    b.price > now.price AS at_once, ${OFFER}
  FROM crm.plan x
  JOIN crm.plan p ON p.id = x.id
  JOIN crm.sub_plan b ON b.plan_id = x.id AND b.deleted_at IS NULL
  JOIN crm.service s ON s.id = ${service.id}
  JOIN crm.sub_plan now ON now.id = s.sub_plan_id
  WHERE ${isAvailableTo(service)} AND x.deleted_at IS NULL AND x.enabled AND b.portal AND ${which}
    AND ${service.protocol} = ANY (x.protocol) AND ${service.connectivity} = ANY (x.connectivity)
    AND (${service.billingStartDay}::int = 0 OR x.plan_period_unit = 'Month')
  ORDER BY x.bw1_dl, b.price, x.name, b.id LIMIT ${MAX_OFFERS}`;

const topupsFor = (service: Owner & { readonly id: number }): Sql => sql`
  SELECT x.id AS topup_planid, x.name, x.gb, x.amt, x.type = 'Expiring' AS expiring
  FROM crm.topup_plan x
  JOIN crm.service s ON s.id = ${service.id}
  JOIN crm.plan p ON p.id = s.plan_id AND p.bw1_gb > 0
  WHERE ${isAvailableTo(service)} AND x.deleted_at IS NULL
  ORDER BY x.amt, x.id LIMIT ${MAX_OFFERS}`;
