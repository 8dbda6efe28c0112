import { Decimal } from 'decimal.js';
import { badParameter } from '../../core/fault.ts';
import type { Tx } from '../../db/database.ts';
import { anchorDayOf, periodFrom } from '../billing/calendar.ts';
import { charge } from '../billing/charge.ts';
import { useCredit } from '../isps/credits.ts';
import { capsOf, type PlanVolumes, volumeOf } from '../usage/caps.ts';
import { openUsage } from '../usage/period.ts';

/** What the customer agreed to. */
interface Terms {
  readonly bill_from?: string | undefined;
  readonly billing_start_day: number;
  readonly prepaid_postpaid: 'Prepaid' | 'Postpaid';
  readonly discount_percent: string;
  readonly discount_amt: string;
  readonly installation_amt: string;
}

interface Activation {
  readonly service: { readonly id: number; readonly ispId: number; readonly resellerId: number | null };
  readonly plan: PlanVolumes & { id: number; planPeriod: number; planPeriodUnit: string; bw1Gb: Numeric };
  readonly subPlan: { id: number; units: Numeric; price: Numeric };
  readonly terms: Terms;
  /** The ISP's day. */
  readonly today: string;
  readonly by: string;
}

/** A decimal as the database gives it. */
interface Numeric {
  toString(): string;
}

/**
 * Opens the first period of a new service: a credit of the ISP is used, and the installation is charged. It stays NewRequest
 * while `bill_from` lies ahead, and while a prepaid charge is not covered by a payment.
 */
export async function activate(tx: Tx, { service, plan, subPlan, terms, today, by }: Activation): Promise<void> {
  const startsOn = terms.bill_from ?? today;
  if (startsOn > today || (terms.prepaid_postpaid === 'Prepaid' && costsSomething(subPlan.price, terms))) return;
  const period = firstPeriod(startsOn, { plan, subPlan, terms });
  if (period.endsOn < today)
    throw badParameter('bill_from', `the period from ${startsOn} ended on ${period.endsOn}; give a later day`);
  const quotaBytes = volumeOf(plan.bw1Gb);
  const validity = { startsOn: new Date(period.startsOn), endsOn: new Date(period.endsOn) };
  const opened = await tx.period.create({
    data: {
      serviceId: service.id,
      ispId: service.ispId,
      planId: plan.id,
      subPlanId: subPlan.id,
      ...validity,
      stub: period.stub,
      quotaBytes,
    },
    select: { id: true },
  });
  await tx.service.update({
    where: { id: service.id },
    data: {
      status: 'Active',
      anchorDay: anchorDayOf(terms.billing_start_day, startsOn),
      periodId: opened.id,
      validFrom: validity.startsOn,
      validUpto: validity.endsOn,
    },
  });
  await openUsage(tx, { serviceId: service.id, periodId: opened.id, caps: capsOf(plan, quotaBytes) });
  const owner = { ispId: service.ispId, resellerId: service.resellerId, serviceId: service.id, periodId: opened.id };
  await useCredit(tx, { ...owner, on: today, by });
  await charge(tx, {
    ...owner,
    kind: 'installation',
    description: 'Installation',
    on: today,
    amt: terms.installation_amt,
    by,
  });
}

function firstPeriod(startsOn: string, { plan, subPlan, terms }: Pick<Activation, 'plan' | 'subPlan' | 'terms'>) {
  return periodFrom(startsOn, {
    length: new Decimal(subPlan.units.toString()).times(plan.planPeriod).toNumber(),
    unit: plan.planPeriodUnit === 'Month' ? 'Month' : 'Day',
    anchorDay: anchorDayOf(terms.billing_start_day, startsOn),
  });
}

/** Is there anything to pay in advance? Discount percent first, then the amount, never below nothing; then the installation. */
function costsSomething(price: Numeric, terms: Terms): boolean {
  const reduced = new Decimal(price.toString()).times(new Decimal(100).minus(terms.discount_percent)).div(100);
  return Decimal.max(0, reduced.minus(terms.discount_amt)).plus(terms.installation_amt).greaterThan(0);
}
