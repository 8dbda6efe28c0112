import { Decimal } from 'decimal.js';
import { query, type Runner, sql } from '../../../../db/sql.ts';
import { Draft } from '../model/draft.ts';
import type { ChangeContext } from '../model/status-draft.ts';
import type { Subscription } from '../model/subscription.ts';
import { ZERO } from '../pricing/amounts.ts';
import { OFFER, type OfferRow, offerOf } from './read-offer.ts';
import { PROSPECT_SUPPLY, type TaxedRow, termsFor } from './read-taxation.ts';
import { type IspRow, SELLER, type SellerRow, sellerOf, TERMS, termsOf } from './read-tenants.ts';

/** What is known of a service before there is one. */
export type Terms = Pick<Subscription, 'prepaid' | 'billFrom' | 'billingStartDay' | 'discount' | 'installationAmt'>;

interface Prospect {
  readonly planId: number;
  readonly subPlanId: number;
  /** Null: the ISP itself sells. */
  readonly resellerId: number | null;
  readonly by: ChangeContext['by'];
  readonly now: Date;
}

/**
 * A draft of a service that does not exist, for the rules to price: it locks nothing and cannot be saved. Undefined if the plan
 * has no such sub plan.
 * @param termsOn its terms, given the ISP's time zone, and the day that the rules take for today
 */
export async function readProspect(
  on: Runner,
  { planId, subPlanId, resellerId, by, now }: Prospect,
  termsOn: (zone: string) => { readonly terms: Terms; readonly today: string },
): Promise<Draft | undefined> {
  const [row] = await query<OfferRow & IspRow & TaxedRow & { seller: SellerRow | null }>(
    on,
    sql`SELECT ${OFFER}, ${TERMS}, ${SELLER} AS seller, ${PROSPECT_SUPPLY}
        FROM crm.plan p
        JOIN crm.sub_plan b ON b.plan_id = p.id
        JOIN crm.isp_setting i ON i.isp_id = p.isp_id
        JOIN crm.isp o ON o.id = p.isp_id
        CROSS JOIN (SELECT ${resellerId}::int AS reseller_id) s
        WHERE p.id = ${planId} AND b.id = ${subPlanId}`,
  );
  if (!row) return undefined;
  const isp = termsFor(termsOf(row), row);
  const seller = row.seller && sellerOf(row.seller);
  const { terms, today } = termsOn(isp.zone);
  const subscription: Subscription = { ...NOTHING_YET(), ...terms, ispId: isp.ispId, resellerId, offer: offerOf(row) };
  const balances = {
    wallets: new Map(row.seller ? [[row.seller.id, new Decimal(row.seller.wallet)]] : []),
    credits: new Decimal(row.usage_credits),
  };
  return new Draft({ subscription, seller, isp, balances, context: { today, now, by } });
}

/** A service on which nothing was done. */
const NOTHING_YET = () => ({
  ...{
    id: 0,
    username: '',
    deleted: false,
    doneUpto: null,
    status: 'NewRequest' as const,
    statusBefore: null,
    suspendedOn: null,
  },
  ...{
    graceUpto: null,
    promiseUpto: null,
    holds: [],
    renewalRefused: false,
    validFrom: null,
    validUpto: null,
    anchorDay: null,
    creditLimit: null,
  },
  ...{ osAmt: ZERO, billed: false, pending: null, period: null, periods: [], charges: [], invoices: [] },
});
