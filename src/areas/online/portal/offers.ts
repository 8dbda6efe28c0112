import { z } from 'zod';
import { isAvailableTo, type Owner } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
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
  /** Null: unlimited. */
  gb: gigabytes().nullable(),
  /** How long it lasts, in `unit`. */
  length: wire.asStored(wire.decimal({ places: 3 })),
  unit: wire.oneOf(['Day', 'Month']),
  price: wire.money(),
  current: z.boolean(),
  /** May begin at once: it costs more than the present one. Others begin with the next bill. */
  at_once: z.boolean(),
});

const topup = z.object({
  topup_planid: wire.id(),
  name: wire.shown(),
  gb: gigabytes(),
  amt: wire.money(),
  /** Ends with the period. */
  expiring: z.boolean(),
});

export const offers = z.object({
  /** Are taxes added to the prices? */
  before_tax: z.boolean(),
  plans: z.array(plan),
  /** Empty for a plan with unlimited data. */
  topups: z.array(topup),
});

export type OfferedPlan = z.output<typeof plan>;

const MAX_OFFERS = 200;

/** The sub plans with `portal` that fit a service, by price, and the top-ups that it may buy. @throws Fault of kind `notFound` */
export async function readOffers(
  db: Pick<Database, 'pool'>,
  scope: Scope,
  serviceId: number,
): Promise<z.output<typeof offers>> {
  const service = await findService(db.pool, scope, serviceId);
  const [plans, topups, [tax]] = await Promise.all([
    query<OfferedPlan>(db.pool, offeredPlans(service)),
    query<z.output<typeof topup>>(db.pool, topupsFor(service)),
    query<{ before: boolean }>(
      db.pool,
      sql`SELECT NOT tax_inclusive AND taxes <> '[]' AS before FROM crm.isp_setting WHERE isp_id = ${service.ispId}`,
    ),
  ]);
  return { before_tax: tax?.before ?? false, plans, topups };
}

/** One of them, or undefined if it is not offered. */
export async function findOffer(on: Runner, service: Service, subPlanId: number): Promise<OfferedPlan | undefined> {
  const [found] = await query<OfferedPlan>(on, offeredPlans(service, sql`b.id = ${subPlanId}`));
  return found;
}

/** The price is that of the whole sub plan: each change at once costs more than the one before, so nobody buys new volume by it. */
const offeredPlans = (service: Service, which: Sql = sql`true`): Sql => sql`
  SELECT x.id AS planid, b.id AS subplanid, x.name AS plan, b.name AS subplan, x.bw1_dl AS dl, x.bw1_ul AS ul,
    nullif(x.bw1_gb, 0)::numeric(15, 3) AS gb, (b.units * x.plan_period)::numeric(12, 3) AS length,
    CASE x.plan_period_unit WHEN 'Month' THEN 'Month' ELSE 'Day' END AS unit, b.price, b.id = now.id AS current,
    b.price > now.price AS at_once
  FROM crm.plan x
  JOIN crm.sub_plan b ON b.plan_id = x.id AND b.deleted_at IS NULL
  JOIN crm.service s ON s.id = ${service.id}
  JOIN crm.sub_plan now ON now.id = s.sub_plan_id
  WHERE ${isAvailableTo(service)} AND x.deleted_at IS NULL AND x.enabled AND b.portal AND ${which}
    AND ${service.protocol} = ANY (x.protocol) AND ${service.connectivity} = ANY (x.connectivity)
    AND (${service.billingStartDay}::int = 0 OR x.plan_period_unit = 'Month')
  ORDER BY b.price, x.name, b.id LIMIT ${MAX_OFFERS}`;

const topupsFor = (service: Owner & { readonly id: number }): Sql => sql`
  SELECT x.id AS topup_planid, x.name, x.gb, x.amt, x.type = 'Expiring' AS expiring
  FROM crm.topup_plan x
  JOIN crm.service s ON s.id = ${service.id}
  JOIN crm.plan p ON p.id = s.plan_id AND p.bw1_gb > 0
  WHERE ${isAvailableTo(service)} AND x.deleted_at IS NULL
  ORDER BY x.amt, x.id LIMIT ${MAX_OFFERS}`;
