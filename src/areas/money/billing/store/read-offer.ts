import { Decimal } from 'decimal.js';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import type { Offer } from '../model/subscription.ts';
import type { PriceItem } from '../pricing/price.ts';

export interface OfferRow {
  plan_id: number;
  sub_plan_id: number;
  plan_period: number;
  plan_period_unit: string;
  units: string | number;
  items: [name: string | null, amt: string | number | null][];
  bw1_gb: string | number;
  bw2_gb: string | number | null;
  bw2_dl: number | null;
  bw2_pool: number | null;
  bw3_gb: string | number | null;
  bw3_dl: number | null;
  bw3_pool: number | null;
  data_carryover: boolean;
}

/** The offer of a plan `p` and a sub plan `b`. Amounts are text, also within JSON. */
export const OFFER = sql`p.id AS plan_id, b.id AS sub_plan_id, p.plan_period, p.plan_period_unit, b.units::text AS units,
  jsonb_build_array(jsonb_build_array(b.charge1, b.amt1::text), jsonb_build_array(b.charge2, b.amt2::text),
    jsonb_build_array(b.charge3, b.amt3::text)) AS items,
  p.bw1_gb::text AS bw1_gb, p.bw2_gb::text AS bw2_gb, p.bw2_dl, p.bw2_pool, p.bw3_gb::text AS bw3_gb, p.bw3_dl, p.bw3_pool,
  p.data_carryover`;

export function offerOf(row: OfferRow): Offer {
  return {
    planId: row.plan_id,
    subPlanId: row.sub_plan_id,
    length: new Decimal(row.units).times(row.plan_period).toNumber(),
    unit: row.plan_period_unit === 'Month' ? 'Month' : 'Day',
    items: row.items.flatMap(([description, amt]): PriceItem[] =>
      description === null || amt === null ? [] : [{ description, amt: new Decimal(amt) }],
    ),
    volumes: {
      bw1Gb: String(row.bw1_gb),
      bw2Gb: row.bw2_gb,
      bw2Dl: row.bw2_dl,
      bw2Pool: row.bw2_pool,
      bw3Gb: row.bw3_gb,
      bw3Dl: row.bw3_dl,
      bw3Pool: row.bw3_pool,
      dataCarryover: row.data_carryover,
    },
  };
}

/** Undefined if the plan has no such sub plan. */
export async function readOffer(tx: Tx, planId: number, subPlanId: number): Promise<Offer | undefined> {
  const [row] = await query<OfferRow>(
    tx,
    sql`SELECT ${OFFER} FROM crm.plan p JOIN crm.sub_plan b ON b.plan_id = p.id
        WHERE p.id = ${planId} AND b.id = ${subPlanId}`,
  );
  return row && offerOf(row);
}
