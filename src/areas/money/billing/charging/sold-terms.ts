import type { Draft } from '../model/draft.ts';
import type { Offer, SoldTerms } from '../model/subscription.ts';

/** The terms of today for a period under an offer. */
export function soldTerms(
  {
    subscription: { discount },
    seller,
    isp,
  }: Pick<Draft, 'seller' | 'isp'> & { subscription: Pick<Draft['subscription'], 'discount'> },
  { items, volumes: { bw1Gb, dataCarryover } }: Offer,
): SoldTerms {
  const commission = seller?.franchisee ? { resellerId: seller.resellerId, percent: seller.commissionPercent } : null;
  return { items, discount, taxes: isp.taxes, commission, bw1Gb, dataCarryover };
}
