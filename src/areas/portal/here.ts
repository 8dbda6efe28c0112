import { z } from 'zod';
import { Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import { scopeOfSubscriber } from '../../core/scope.ts';
import * as wire from '../../core/wire/index.ts';
import { dayOf } from '../../core/zone.ts';
import { query, sql } from '../../db/sql.ts';
import { SERVICE_STATUSES } from '../services/vocabulary.ts';
import { sessionsAt } from '../sessions/access-at.ts';
import { brand, readBrand } from './page.ts';
import { readToPay, toPay } from './to-pay.ts';

/**
 * What somebody at the address of an open session may see without having signed in: what is owed. Nothing says who the
 * subscriber is, since addresses change hands, and others use his connection.
 */
export const owedHere = z.object({
  isp: brand,
  status: wire.oneOf(SERVICE_STATUSES),
  prepaid: z.boolean(),
  valid_upto: wire.ymd().nullable(),
  /** The last day of a validity is over. */
  expired: z.boolean(),
  to_pay: toPay,
});

/** Few of the connections that others use, since anyone can ask. */
const MAX_AT_ONCE = 2;
const asking = new Set<string>();

interface Asked {
  /** Of the request. */
  readonly address: string;
  readonly ispId: number | undefined;
}

/** Null without an open session at the address, or if two ISPs have one there. @throws Fault of kind `tooMany` */
export async function readOwedHere(kernel: Kernel, asked: Asked): Promise<z.output<typeof owedHere> | null> {
  const { address } = asked;
  if (asking.size >= MAX_AT_ONCE || asking.has(address))
    throw new Fault('tooMany', 'too many ask at once; try again in a moment');
  asking.add(address);
  try {
    return await owedAt(kernel, asked);
  } finally {
    asking.delete(address);
  }
}

interface ServiceHere {
  readonly ispId: number;
  readonly customerId: number;
  readonly resellerId: number | null;
  readonly username: string;
  readonly zone: string;
  readonly status: z.output<typeof owedHere>['status'];
  readonly prepaid: boolean;
  readonly valid_upto: string | null;
}

async function owedAt(kernel: Kernel, { address, ispId }: Asked): Promise<z.output<typeof owedHere> | null> {
  const { db } = kernel;
  const [session, ...others] = await sessionsAt(db.pool, address, ispId ?? null);
  if (!session || others.some((other) => other.ispId !== session.ispId)) return null;
  const [isp, [service]] = await Promise.all([
    readBrand(db, session.ispId),
    query<ServiceHere>(
      db.pool,
      sql`SELECT s.isp_id AS "ispId", s.customer_id AS "customerId", s.reseller_id AS "resellerId", s.username,
            t.timezone AS zone, s.status, s.prepaid_postpaid = 'Prepaid' AS prepaid, s.valid_upto
          FROM crm.service s JOIN crm.isp_setting t ON t.isp_id = s.isp_id
          WHERE s.id = ${session.serviceId} AND s.deleted_at IS NULL`,
    ),
  ]);
  if (!isp || !service) return null;
  const { status, prepaid, valid_upto, ...customer } = service;
  const scope = scopeOfSubscriber({ ...customer, sessionId: 0 });
  const to_pay = await db.transaction((tx) => readToPay(tx, { scope, kernel }, session.serviceId));
  const expired = valid_upto !== null && valid_upto < dayOf(kernel.clock.now(), service.zone);
  return { isp, status, prepaid, valid_upto, expired, to_pay };
}
