import type { Ip6Pool, IpPool, Isp, Nas, Prisma, RadiusProxy } from '../../src/db/generated/client.ts';
import { seal } from '../../src/db/seal.ts';
import { nextNumber } from './sequence.ts';
import { SECRETS_KEYS } from './services.ts';
import type { Prepared } from './tenants.ts';

export interface NasOptions extends Partial<Prisma.NasUncheckedCreateInput> {
  /** Default `testing123`. */
  readonly secret?: string;
  readonly clock?: 'right' | 'unknown';
}

/**
 * A NAS of the ISP at an address of its own in 127.0.0.0/8, shared with all resellers. Its clock is known to be right, so old times are
 * those of records that waited; `clock: 'unknown'`: nothing is known of it.
 */
export async function makeNas(
  { prisma }: Prepared,
  isp: Pick<Isp, 'id'>,
  { secret = 'testing123', clock = 'right', ...overrides }: NasOptions = {},
): Promise<Nas> {
  const number = nextNumber();
  return prisma.nas.create({
    data: {
      ispId: isp.id,
      name: `NAS ${number}`,
      ip: `127.1.${number >> 8}.${number & 255}`,
      secretEnc: new Uint8Array(seal(SECRETS_KEYS, 'nas.secret', secret)),
      shareAll: overrides.resellerId == null,
      ...(clock === 'right' ? { heard: { create: { clockAheadS: 0, clockRightAt: new Date() } } } : {}),
      ...overrides,
    },
  });
}

/** A RADIUS proxy at an address of its own; of the installation where no ISP is given. Its secret is `proxied`. */
export async function makeProxy(
  { prisma }: Prepared,
  isp: Pick<Isp, 'id'> | null,
  overrides: Partial<Prisma.RadiusProxyUncheckedCreateInput> = {},
): Promise<RadiusProxy> {
  const number = nextNumber();
  return prisma.radiusProxy.create({
    data: {
      ispId: isp?.id ?? null,
      name: `Proxy ${number}`,
      ip: `127.3.${number >> 8}.${number & 255}`,
      secretEnc: new Uint8Array(seal(SECRETS_KEYS, 'proxy.secret', 'proxied')),
      ...overrides,
    },
  });
}

/** A RADIUS IP pool with its addresses, `10.x.y.1` upwards. */
export async function makeIpPool(
  { prisma }: Prepared,
  isp: Pick<Isp, 'id'>,
  { size = 4, ...overrides }: Partial<Prisma.IpPoolUncheckedCreateInput> & { size?: number } = {},
): Promise<IpPool> {
  const number = nextNumber();
  const address = (last: number) => `10.${number >> 8}.${number & 255}.${last}`;
  const pool = await prisma.ipPool.create({
    data: { ispId: isp.id, name: `pool${number}`, rangeFrom: address(1), rangeUpto: address(size), ...overrides },
  });
  await prisma.ipAddress.createMany({
    data: Array.from({ length: size }, (_, at) => ({ poolId: pool.id, ispId: isp.id, ip: address(at + 1) })),
  });
  return pool;
}

/** A pool of sixteen /56 prefixes, `2001:db8:x:y00::/52`. */
export async function makeIp6Pool(
  { prisma }: Prepared,
  isp: Pick<Isp, 'id'>,
  overrides: Partial<Prisma.Ip6PoolUncheckedCreateInput> = {},
): Promise<Ip6Pool> {
  const number = nextNumber();
  const network = `2001:db8:${number.toString(16)}::/52`;
  return prisma.ip6Pool.create({
    data: { ispId: isp.id, name: `ip6pool${number}`, kind: 'Delegated', network, length: 56, ...overrides },
  });
}
