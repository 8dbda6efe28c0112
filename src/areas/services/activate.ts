import { Decimal } from 'decimal.js';
import { badParameter } from '../../core/fault.ts';
import type { Tx } from '../../db/database.ts';
import { anchorDayOf, periodFrom } from '../billing/calendar.ts';

/** What the customer agreed to. */
interface Terms {
  readonly bill_from?: string | undefined;
  readonly billing_start_day: number;
  readonly prepaid_postpaid: 'Prepaid' | 'Postpaid';
  readonly discount_percent: string;
  readonly discount_amt: string;
}

interface Activation {
  readonly serviceId: number;
  readonly ispId: number;
  readonly plan: { id: number; planPeriod: number; planPeriodUnit: string; bw1Gb: { toString(): string } };
  readonly subPlan: { id: number; units: { toString(): string }; price: { toString(): string } };
  readonly input: Terms;
  /** The ISP's day. */
  readonly today: string;
}

/**
 * Opens the first period of a new service. It stays NewRequest while `bill_from` lies ahead, and while a prepaid charge is
 * not covered by a payment.
 */
export async function activate(tx: Tx, { serviceId, ispId, plan, subPlan, input, today }: Activation): Promise<void> {
  const startsOn = input.bill_from ?? today;
  if (startsOn > today) return;
  if (input.prepaid_postpaid === 'Prepaid' && priceAfterDiscount(subPlan.price, input).greaterThan(0)) return;
  const anchorDay = anchorDayOf(input.billing_start_day, startsOn);
  const period = periodFrom(startsOn, {
    length: new Decimal(subPlan.units.toString()).times(plan.planPeriod).toNumber(),
    unit: plan.planPeriodUnit === 'Month' ? 'Month' : 'Day',
    anchorDay,
  });
  if (period.endsOn < today)
    throw badParameter('bill_from', `the period from ${startsOn} ended on ${period.endsOn}; give a later day`);
  const opened = await tx.period.create({
    data: {
      serviceId,
      ispId,
      planId: plan.id,
      subPlanId: subPlan.id,
      startsOn: new Date(period.startsOn),
      endsOn: new Date(period.endsOn),
      stub: period.stub,
      quotaBytes: levelOneBytes(plan.bw1Gb),
    },
    select: { id: true },
  });
  await tx.service.update({
    where: { id: serviceId },
    data: {
      status: 'Active',
      anchorDay,
      periodId: opened.id,
      validFrom: new Date(period.startsOn),
      validUpto: new Date(period.endsOn),
    },
  });
}

/** Level 1 volume of a plan; 0 GB means unlimited. 1 GB = 2^30 bytes. */
function levelOneBytes(gb: { toString(): string }): bigint | null {
  const bytes = new Decimal(gb.toString()).times(2 ** 30).toFixed(0);
  return bytes === '0' ? null : BigInt(bytes);
}

/** Discount percent first, then the amount; never below nothing. */
function priceAfterDiscount(price: { toString(): string }, discount: Terms): Decimal {
  const reduced = new Decimal(price.toString()).times(new Decimal(100).minus(discount.discount_percent)).div(100);
  return Decimal.max(0, reduced.minus(discount.discount_amt));
}
