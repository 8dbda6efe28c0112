import { z } from 'zod';
import { Fault, notFound } from '../../../core/fault.ts';
import { type Scope, scopeConditions, wholeInstallation } from '../../../core/tenancy/scope.ts';
import { wholeNumber } from '../../../core/wire/index.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { sessionScope } from '../sessions/columns.ts';
import { findRouter, type RouterKernel } from './find.ts';
import { keepPace } from './pace.ts';

const PROBES_PER_MINUTE = 5;

/** As `session/live` has it. */
const sessionId = () => wholeNumber(1, Number.MAX_SAFE_INTEGER);

interface OpenSession {
  readonly nasId: number;
  readonly address: string | null;
}

export interface ProbeCall {
  readonly kernel: RouterKernel;
  readonly scope: Scope;
  readonly userId: number;
  /** Writes the audit event of the call, before the router sends anything. */
  record(): Promise<void>;
}

/**
 * The address of an open session that the caller sees, and the router that it is on, also one that the ISP shares.
 * @throws Fault of kind `notFound`; `conflict` if it has no address yet; `tooMany`
 */
export async function routerOfSession({ kernel: { db, clock }, scope, userId, record }: ProbeCall, session: number) {
  const conditions = [...scopeConditions(scope, sessionScope), sql`x.id = ${session}`, sql`x.ended_at IS NULL`];
  const [found] = await query<OpenSession>(
    db.pool,
    sql`SELECT x.nas_id AS "nasId", host(coalesce(x.ip, x.ip6_address)) AS address FROM radius.session x
        WHERE ${join(conditions, ' AND ')}`,
  );
  if (!found) throw notFound('open session', session);
  await record();
  if (found.address === null) throw new Fault('conflict', `session ${session} has no address yet`);
  keepPace(db, { what: 'pings and traceroutes', perMinute: PROBES_PER_MINUTE, userId }, clock.now().getTime());
  return { nas: await findRouter(db.pool, wholeInstallation, found.nasId), address: found.address };
}

export const sessionPing = z.strictObject({ id: sessionId(), count: wholeNumber(1, 10).default(5) });
export const sessionTraceroute = z.strictObject({ id: sessionId() });
