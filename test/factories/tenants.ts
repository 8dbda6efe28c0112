import type { Isp, Prisma, PrismaClient, Reseller } from '../../src/db/generated/client.ts';
import { nextNumber } from './sequence.ts';

/** What every factory takes: the database, and the fields that differ from a minimal record. */
export interface Prepared {
  readonly prisma: PrismaClient;
}

/** An ISP, with its settings as `settings`. */
export async function makeIsp(
  { prisma }: Prepared,
  {
    settings,
    ...overrides
  }: Partial<Prisma.IspUncheckedCreateInput> & {
    settings?: Prisma.IspSettingUncheckedUpdateInput;
  } = {},
): Promise<Isp> {
  const number = nextNumber();
  const isp = await prisma.isp.create({
    data: {
      name: `ISP ${number}`,
      code: `isp${number}`,
      mobile: '9000000000',
      email: `isp${number}@example.net`,
      country: 'India',
      ...overrides,
    },
  });
  if (settings) await prisma.ispSetting.update({ where: { ispId: isp.id }, data: settings });
  return isp;
}

export async function makeReseller(
  { prisma }: Prepared,
  isp: Pick<Isp, 'id'>,
  overrides: Partial<Prisma.ResellerUncheckedCreateInput> = {},
): Promise<Reseller> {
  const number = nextNumber();
  return prisma.reseller.create({
    data: {
      ispId: isp.id,
      type: 'Reseller',
      name: `Reseller ${number}`,
      code: `reseller${number}`,
      mobile: '9000000000',
      email: `reseller${number}@example.net`,
      invoiceBy: 'ISP',
      paymentBy: 'ISP',
      ...overrides,
    },
  });
}
