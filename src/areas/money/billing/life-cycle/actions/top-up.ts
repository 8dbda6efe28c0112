import type { Decimal } from 'decimal.js';
import { Fault, parameterFault } from '../../../../../core/fault.ts';
import { MAX_OPEN_GB } from '../../../../../core/vocabulary/topup-plan.ts';
import { volumeOf } from '../../../usage/caps.ts';
import { charge, refusalOfCharge, refuse } from '../../charging/charge.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import type { Draft } from '../../model/draft.ts';
import { type PricedLine, priced, taxationOf } from '../../pricing/price.ts';

export interface Purchase {
  readonly topupPlanId: number | null;
  readonly name: string;
  readonly gb: Decimal;
  readonly amt: Decimal;
  readonly type: 'Expiring' | 'NonExpiring';
}

/**
 * Adds volume to level 1 at once. Prepaid is invoiced now, postpaid with the next invoice. `openGb`: the volume of earlier
 * top-ups that have not ended.
 */
export function buyTopup(draft: Draft, { topupPlanId, name, gb, amt, type }: Purchase, openGb: Decimal): void {
  const { subscription, context } = draft;
  const { status, period, validUpto } = subscription;
  if (status !== 'Active' && status !== 'NP')
    throw new Fault(
      'conflict',
      `only Active and NP services can have a top-up; service ${subscription.id} is ${status}`,
    );
  if (period === null || validUpto === null || validUpto < context.today)
    throw new Fault('conflict', `the validity of service ${subscription.id} has ended; renew it first`);
  if (volumeOf(period.sold.bw1Gb) === null)
    throw new Fault('conflict', `the plan of service ${subscription.id} has unlimited data`);
  if (gb.plus(openGb).greaterThan(MAX_OPEN_GB))
    throw parameterFault(
      'conflict',
      'gb',
      `the top-ups of service ${subscription.id} would come to ${gb.plus(openGb)} GB, above the limit of ${MAX_OPEN_GB} GB`,
    );
  const lines = topupLines(draft, { name, amt });
  refuse(refusalOfCharge(draft, [{ period: null, lines }]));
  charge(draft, { kind: 'topup', period: null, lines });
  draft.topups.push({ period, topupPlanId, gb, amt, type });
  if (subscription.prepaid) issueInvoice(draft);
  draft.refresh();
}

/** The price of a top-up, with taxes. */
export const topupLines = ({ isp }: Draft, { name, amt }: Pick<Purchase, 'name' | 'amt'>): PricedLine[] =>
  priced([{ description: name, revenue: 'Top-up', amt }], { taxation: taxationOf(isp.taxation, 'topup') });
