import type { Isp, Plan, Prisma, SubPlan } from '../../src/db/generated/client.ts';
import { nextNumber } from './sequence.ts';
import type { Prepared } from './tenants.ts';

export type MadePlan = Plan & { readonly subPlan: SubPlan };

/** A monthly plan of 20 Mbit/s down and 10 up by RADIUS, unlimited, with one sub plan of 100. */
export async function makePlan(
  { prisma }: Prepared,
  isp: Pick<Isp, 'id'>,
  overrides: Partial<Prisma.PlanUncheckedCreateInput> = {},
): Promise<MadePlan> {
  const plan = await prisma.plan.create({
    data: {
      ispId: isp.id,
      name: `Plan ${nextNumber()}`,
      protocol: ['PPPoE', 'IPoE'],
      connectivity: ['Fibre'],
      planPeriod: 1,
      planPeriodUnit: 'Month',
      bwMgmt: 'Radius',
      bw1Gb: 0,
      bw1Dl: 20_000,
      bw1Ul: 10_000,
      ...overrides,
    },
  });
  const subPlan = await prisma.subPlan.create({
    data: { ispId: isp.id, planId: plan.id, name: 'Monthly', units: 1, charge1: 'Internet', amt1: 100, price: 100 },
  });
  return { ...plan, subPlan };
}
