import { SecretsKeys } from '../../src/config/secrets-keys.ts';
import type { Customer, Isp, Prisma, Service } from '../../src/db/generated/client.ts';
import { seal } from '../../src/db/seal.ts';
import type { MadePlan } from './plans.ts';
import { nextNumber } from './sequence.ts';
import type { Prepared } from './tenants.ts';

/** The key that the factories seal secrets with. */
export const SECRETS_KEY = Buffer.alloc(32, 7);
export const SECRETS_KEYS = new SecretsKeys(SECRETS_KEY);

async function makeCustomer(
  { prisma }: Prepared,
  isp: Pick<Isp, 'id'>,
  overrides: Partial<Prisma.CustomerUncheckedCreateInput> = {},
): Promise<Customer> {
  return prisma.customer.create({
    data: {
      ispId: isp.id,
      type: 'Individual',
      name: `Customer ${nextNumber()}`,
      mobile: '9000000000',
      email: 'customer@example.net',
      zipcode: '560001',
      state: 'Karnataka',
      city: 'Bengaluru',
      street: '1 Main Road',
      ...overrides,
    },
  });
}

export interface ServiceOptions extends Partial<Prisma.ServiceUncheckedCreateInput> {
  /** Default `secret`. */
  readonly password?: string;
}

/**
 * An active postpaid service, valid for a year around today, with its own customer. Columns that a status requires (NewRequest,
 * Suspend) are set.
 */
export async function makeService(
  prepared: Prepared,
  plan: MadePlan,
  { password = 'secret', ...overrides }: ServiceOptions = {},
): Promise<Service> {
  const isp = { id: plan.ispId };
  const { resellerId = null } = overrides;
  const customerId = overrides.customerId ?? (await makeCustomer(prepared, isp, { resellerId })).id;
  return prepared.prisma.service.create({
    data: {
      ispId: plan.ispId,
      customerId,
      planId: plan.id,
      subPlanId: plan.subPlan.id,
      username: `user${nextNumber()}`,
      passwordEnc: new Uint8Array(seal(SECRETS_KEYS, 'service.password', password)),
      status: 'Active',
      prepaidPostpaid: 'Postpaid',
      protocol: 'PPPoE',
      connectivity: 'Fibre',
      macBind: 'No',
      locationCode: 'BLR',
      subLocationCode: 'BLR-N',
      ...columnsOf(overrides.status ?? 'Active'),
      ...overrides,
    },
  });
}

function columnsOf(status: string): Partial<Prisma.ServiceUncheckedCreateInput> {
  if (status === 'NewRequest') return {};
  const validity = { validFrom: dayFromToday(-180), validUpto: dayFromToday(180) };
  return status === 'Suspend' ? { ...validity, suspendedAt: new Date(), statusBefore: 'Active' } : validity;
}

/** A day as Prisma takes it. */
export function dayFromToday(days: number): Date {
  return new Date(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
}
