import { type Scope, scopeConditions, serviceScope } from '../../../../core/tenancy/scope.ts';
import { INTERIM_INTERVAL_S } from '../../../../core/vocabulary/interim.ts';
import type { Database } from '../../../../db/database.ts';
import { join, query, sql } from '../../../../db/sql.ts';
import { sessionScope } from '../../sessions/columns.ts';
import type { OwnSession, RouterSession } from './compare.ts';

/** What a record may be late. */
const SLACK_S = 30;

export interface ComparedSession extends OwnSession {
  readonly serviceId: number | null;
  readonly updatedAt: Date;
  /** The caller sees it. */
  readonly isSeen: boolean;
}

type Db = Pick<Database, 'pool'>;

interface Compared {
  readonly nasId: number;
  /** When the router was asked. */
  readonly askedAt: Date;
}

/** For how long a session may have begun or ended without one side knowing: an interim interval of the NAS, in seconds. */
export async function graceOf({ pool }: Db, nasId: number): Promise<number> {
  const [row] = await query<{ interval: number }>(
    pool,
    sql`SELECT coalesce(radius.interim_interval(${nasId}), ${INTERIM_INTERVAL_S}::int) AS interval`,
  );
  return (row?.interval ?? INTERIM_INTERVAL_S) + SLACK_S;
}

/** Condition: the session `x` was last reported longer ago than it should have been when the router was asked. */
export const isOverdue = (askedAt: Date) =>
  sql`x.updated_at < ${askedAt}::timestamptz - make_interval(secs => coalesce(x.interim_interval, ${INTERIM_INTERVAL_S}::int) + ${SLACK_S})`;

/** All sessions on a NAS, so that those of others have their partners too: the open ones, and those that have just ended. */
export function ownSessions({ pool }: Db, scope: Scope, { nasId, askedAt }: Compared, graceS: number) {
  const since = sql`${askedAt}::timestamptz - make_interval(secs => ${graceS})`;
  const seen = join([...scopeConditions(scope, sessionScope), sql`TRUE`], ' AND ');
  return query<ComparedSession>(
    pool,
    sql`SELECT x.id::float8 AS id, x.username AS name, x.mac, host(x.ip) AS address, lower(x.acct_session_id) AS "sessionId",
          x.service_id AS "serviceId", x.updated_at AS "updatedAt", x.ended_at IS NULL AS "isOpen",
          ${isOverdue(askedAt)} AS "isOverdue", x.started_at < ${since} AS "isOld", coalesce(${seen}, false) AS "isSeen"
        FROM (
            SELECT o.* FROM radius.session o WHERE o.nas_id = ${nasId} AND o.ended_at IS NULL
            UNION ALL SELECT e.* FROM radius.session e WHERE e.nas_id = ${nasId} AND e.ended_at > ${since}
          ) x
        ORDER BY x.updated_at DESC, x.id DESC`,
  );
}

/** Those sessions of a router whose users the caller sees, though there is no accounting of them. */
export async function seenOnNas(
  { pool }: Db,
  scope: Scope,
  sessions: readonly RouterSession[],
): Promise<readonly RouterSession[]> {
  if (sessions.length === 0) return [];
  const names = [...new Set(sessions.map(({ name }) => name.toLowerCase()))];
  const conditions = [...scopeConditions(scope, serviceScope('s')), sql`lower(s.username) = ANY(${names}::text[])`];
  const found = await query<{ name: string }>(
    pool,
    sql`SELECT lower(s.username) AS name FROM crm.service s WHERE ${join(conditions, ' AND ')}`,
  );
  const seen = new Set(found.map(({ name }) => name));
  return sessions.filter(({ name }) => seen.has(name.toLowerCase()));
}
