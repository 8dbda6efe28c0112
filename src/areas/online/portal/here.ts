import { z } from 'zod';
import type { Kernel } from '../../../core/kernel.ts';
import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { type Scope, scopeOfSubscriber } from '../../../core/tenancy/scope.ts';
import { SERVICE_STATUSES } from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';
import type { WhenGone } from '../../../core/work/turns/tenant.ts';
import { dayOf } from '../../../core/zone.ts';
import { query, sql } from '../../../db/sql.ts';
import { type At, sessionAt } from '../../network/sessions/access-at.ts';
import { turnAt } from '../../network/sessions/turn-at.ts';
import { AT_AN_ADDRESS } from '../orders/vocabulary.ts';
import { brand, readBrand } from './page.ts';
import { readToPay, type ToPay, toPay } from './to-pay.ts';

/**
 * What somebody at the address of an open session may see without having signed in: what is owed. Nothing says who the
 * subscriber is, since addresses change hands, and others use the connection.
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

export interface Asked {
  /** Of the request. */
  readonly address: string;
  readonly ispId?: number | undefined;
  readonly whenGone?: WhenGone | undefined;
}

/** A service by the address of its session, and what its user may see of it. */
export interface Here {
  readonly serviceId: number;
  readonly service: ServiceHere;
  readonly scope: Scope;
  readonly owed: z.output<typeof owedHere>;
}

/**
 * Null without an open session at the address, or if it is not certain whose it is.
 * @throws Fault of kind `tooMany` or `unavailable`
 */
export function findHere(kernel: Kernel, { ispId, ...asked }: Asked): Promise<Here | null> {
  const at = { ...asked, ispId: ispId ?? null };
  return turnAt(kernel, at, () => serviceAt(kernel, at));
}

/** What is owed there. @throws as `findHere` */
export async function readOwedHere(kernel: Kernel, asked: Asked): Promise<Here['owed'] | null> {
  return (await findHere(kernel, asked))?.owed ?? null;
}

interface ServiceHere {
  readonly ispId: number;
  readonly customerId: number;
  readonly resellerId: number | null;
  readonly zone: string;
  readonly status: z.output<typeof owedHere>['status'];
  readonly prepaid: boolean;
  readonly valid_upto: string | null;
  /** The ISP is being moved to another installation. */
  readonly frozen: boolean;
}

async function serviceAt(kernel: Kernel, at: At): Promise<Here | null> {
  const { db } = kernel;
  const session = await sessionAt(kernel, at);
  if (!session) return null;
  const { serviceId } = session;
  const [isp, [service]] = await Promise.all([
    readBrand(db, session.ispId),
    query<ServiceHere>(
      db.pool,
      sql`SELECT s.isp_id AS "ispId", s.customer_id AS "customerId", s.reseller_id AS "resellerId",
            t.timezone AS zone, s.status, s.prepaid_postpaid = 'Prepaid' AS prepaid, s.valid_upto,
            ${isFrozen(sql`s.isp_id`)} AS frozen
          FROM crm.service s JOIN crm.isp_setting t ON t.isp_id = s.isp_id
          WHERE s.id = ${serviceId} AND s.deleted_at IS NULL`,
    ),
  ]);
  if (!isp || !service) return null;
  const { status, prepaid, valid_upto, zone } = service;
  const scope = scopeOfSubscriber({ ...service, username: AT_AN_ADDRESS, sessionId: 0 });
  const toPay = await db.transaction((tx) => readToPay(tx, { scope, kernel }, serviceId));
  const expired = valid_upto !== null && valid_upto < dayOf(kernel.clock.now(), zone);
  const to_pay = { ...toPay, online: isp.by_connection ? onlyOwed(toPay) : null };
  return { serviceId, service, scope, owed: { isp, status, prepaid, valid_upto, expired, to_pay } };
}

/** Who has not signed in pays what is owed now, and nothing in advance. */
const onlyOwed = ({ now, amount, online }: ToPay): ToPay['online'] =>
  online && now ? { ...online, max: amount } : null;
