import { z } from 'zod';
import { Fault, notFound } from '../../../core/fault.ts';
import { type Scope, scopeConditions, wholeInstallation } from '../../../core/tenancy/scope.ts';
import { wholeNumber } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { sessionScope } from '../sessions/columns.ts';
import { findRouter, type RouterKernel, type RouterNas } from './find.ts';
import { keepPace } from './pace.ts';

const PROBES_PER_MINUTE = 5;

/** As `session/live` has it. */
const sessionId = () => wholeNumber(1, Number.MAX_SAFE_INTEGER);

interface OpenSession {
  readonly nasId: number;
  /** As the NAS sends it, in the encoding of `core/network/octet-text.ts`. */
  readonly username: string;
  readonly address: string | null;
}

/** An open session, and the router that it is on, also one that the ISP shares. */
export interface SessionRouter {
  readonly nas: RouterNas;
  readonly username: string;
  readonly address: string;
}

type Db = Pick<Database, 'pool'>;

/** @throws Fault of kind `notFound` unless the caller sees it */
async function findOpen({ pool }: Db, scope: Scope, session: number): Promise<OpenSession> {
  const conditions = [...scopeConditions(scope, sessionScope), sql`x.id = ${session}`, sql`x.ended_at IS NULL`];
  const [found] = await query<OpenSession>(
    pool,
    sql`SELECT x.nas_id AS "nasId", x.username, host(coalesce(x.ip, x.ip6_address)) AS address FROM radius.session x
        WHERE ${join(conditions, ' AND ')}`,
  );
  if (!found) throw notFound('open session', session);
  return found;
}

async function withRouter({ pool }: Db, session: number, found: OpenSession): Promise<SessionRouter> {
  const { nasId, username, address } = found;
  if (address === null) throw new Fault('conflict', `session ${session} has no address yet`);
  return { nas: await findRouter(pool, wholeInstallation, nasId), username, address };
}

/** @throws Fault of kind `notFound`; `conflict` if it has no address yet */
export const findSessionRouter = async (db: Db, scope: Scope, session: number): Promise<SessionRouter> =>
  withRouter(db, session, await findOpen(db, scope, session));

/** The NAS of an open session, which need not have an address or an API. @throws Fault of kind `notFound` */
export async function findWatched(db: Db, scope: Scope, session: number): Promise<Pick<SessionRouter, 'nas'>> {
  const { nasId } = await findOpen(db, scope, session);
  return { nas: await findRouter(db.pool, wholeInstallation, nasId) };
}

export interface ProbeCall {
  readonly kernel: RouterKernel;
  readonly scope: Scope;
  readonly userId: number;
  /** Writes the audit event of the call, before the router sends anything. */
  record(): Promise<void>;
}

/** The same for a probe, which the audit has, and which has a pace. @throws Fault also of kind `tooMany` */
export async function routerOfSession(
  { kernel: { db, clock }, scope, userId, record }: ProbeCall,
  session: number,
): Promise<SessionRouter> {
  const found = await findOpen(db, scope, session);
  await record();
  const router = await withRouter(db, session, found);
  keepPace(db, { what: 'pings and traceroutes', perMinute: PROBES_PER_MINUTE, of: userId }, clock.now().getTime());
  return router;
}

export const sessionPing = z.strictObject({ id: sessionId(), count: wholeNumber(1, 10).default(5) });
/** An open session alone. */
export const openSession = z.strictObject({ id: sessionId() });
