import { silenceOfNas } from '../../../core/vocabulary/interim.ts';
import type { SERVICE_STATUSES } from '../../../core/vocabulary/service.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { servedBy } from '../nas/serves.ts';
import type { AUTH_RESPONSES } from './auth-log.ts';

/** What `explain` needs to know besides the policy's answer. */
export interface LoginFacts {
  /** Part of the answer as it is. */
  readonly shown: {
    readonly serviceid: number;
    readonly username: string;
    readonly status: (typeof SERVICE_STATUSES)[number];
    readonly bw_level: number;
    readonly data_exhausted: boolean;
    readonly valid_upto: string | null;
    readonly online: boolean;
    readonly sessionid: string | null;
    readonly last_response: (typeof AUTH_RESPONSES)[number] | null;
    readonly last_reason: string | null;
    readonly last_at: Date | null;
  };
  /** The NAS of the login: the given one, else that of the session, of the last login, or any that serves the service. */
  readonly nasId: number | null;
  readonly nasip: string | null;
  /** That NAS may present identities. */
  readonly mayPresent: boolean;
  readonly boundMac: string | null;
  readonly sessionMac: string | null;
  /** Where it is online, by what was heard within the time that a session may be silent. */
  readonly lines: readonly OpenLine[];
  /** How many lines may be online at once. */
  readonly limit: number;
  readonly drifting: boolean | null;
  /** The address that would be leased; null: none is free. */
  readonly lease: string | null;
  /** The IPv6 prefixes that the service has, or had last, by kind. */
  readonly prefixes: readonly HeldPrefix[];
  /** The IP pool of the service. */
  readonly poolName: string | null;
}

interface OpenLine {
  readonly mac: string | null;
  /** Address of the NAS. */
  readonly nas: string;
}

interface HeldPrefix {
  readonly kind: 'Framed' | 'Delegated';
  readonly poolId: number;
  readonly prefix: string;
}

type Row = LoginFacts['shown'] & Omit<LoginFacts, 'shown'>;

interface Which {
  readonly serviceId: number;
  readonly nasId: number | null;
  /** A NAS that may present identities is preferred. */
  readonly byIdentity: boolean;
}

const HELD_PREFIXES = sql`ARRAY(SELECT jsonb_build_object('kind', h.kind, 'poolId', h.pool_id, 'prefix', text(h.prefix))
            FROM radius.ip6_lease h WHERE h.last_leased_to = s.id AND (h.leased_to = s.id OR h.leased_to IS NULL)
            ORDER BY h.leased_to, h.released_at DESC)`;

/** Of the service `s`; sessions of one log-in are of one line. There is no limit above 64. */
const OPEN_LINES = sql`ARRAY(SELECT jsonb_build_object('mac', l.mac, 'nas', host(l.nas_ip)) FROM (
            SELECT DISTINCT ON (o.nas_id, coalesce(o.class, text(o.id))) o.mac, o.nas_ip FROM radius.session o
            WHERE o.service_id = s.id AND o.ended_at IS NULL AND o.updated_at > now() - ${silenceOfNas(sql`o.nas_id`)}
            ORDER BY o.nas_id, coalesce(o.class, text(o.id)), o.mac LIMIT 65) l)`;

/** The address `a` that the service `s` would get. */
const FREE_ADDRESS = sql`LEFT JOIN LATERAL (
          SELECT f.ip FROM radius.ip_address f
          WHERE f.pool_id = s.ip_pool_id AND f.service_id IS NULL
            AND (f.leased_to IS NULL OR f.leased_to = s.id AND f.lease_kind = 'dynamic')
          ORDER BY f.leased_to, f.last_leased_to = s.id DESC NULLS LAST, f.released_at LIMIT 1) a ON true`;

export async function readLoginFacts(
  { pool }: Pick<Database, 'pool'>,
  { serviceId, nasId, byIdentity }: Which,
): Promise<LoginFacts | null> {
  const [row] = await query<Row>(
    pool,
    sql`SELECT s.id AS serviceid, s.username, s.status, u.bw_level, u.exhausted AS data_exhausted, s.valid_upto,
          x.id IS NOT NULL AS online, radius.shown(x.acct_session_id) AS sessionid, l.response AS last_response,
          l.reason AS last_reason, l.at AS last_at, n.id AS "nasId", host(n.ip) AS nasip, coalesce(n.ipoe, false) AS "mayPresent", s.mac AS "boundMac",
          x.mac AS "sessionMac", ${OPEN_LINES} AS lines, crm.session_limit(s, q) AS limit,
          x.desired IS DISTINCT FROM x.acknowledged AND x.desired IS NOT NULL AS drifting, host(a.ip) AS lease,
          (SELECT p.name FROM radius.ip_pool p WHERE p.id = s.ip_pool_id) AS "poolName",
          ${HELD_PREFIXES} AS prefixes
        FROM crm.service s
        JOIN radius.usage u ON u.service_id = s.id
        JOIN crm.plan q ON q.id = s.plan_id
        LEFT JOIN LATERAL (
          SELECT * FROM radius.session o WHERE o.service_id = s.id AND o.ended_at IS NULL
          ORDER BY o.started_at DESC LIMIT 1) x ON true
        LEFT JOIN LATERAL (
          SELECT g.response, g.reason, g.at, g.nas_id FROM radius.auth_log g
          WHERE g.isp_id = s.isp_id AND lower(g.username) = lower(s.username) ORDER BY g.at DESC, g.id DESC LIMIT 1) l ON true
        LEFT JOIN LATERAL (
          SELECT c.id, c.ip, c.ipoe FROM radius.nas c
          WHERE c.isp_id = s.isp_id AND c.deleted_at IS NULL AND (c.id = ${nasId}::int OR ${nasId}::int IS NULL
            AND ${servedBy('c', sql`s.reseller_id`)})
          ORDER BY c.id = x.nas_id DESC NULLS LAST, c.id = l.nas_id DESC NULLS LAST, c.ipoe = ${byIdentity}::bool DESC,
            c.id LIMIT 1) n ON true
        ${FREE_ADDRESS}
        WHERE s.id = ${serviceId} AND s.deleted_at IS NULL`,
  );
  return row ? factsOf(row) : null;
}

function factsOf({ nasId, nasip, mayPresent, boundMac, sessionMac, ...row }: Row): LoginFacts {
  const { lines, limit, drifting, lease, poolName, prefixes, ...shown } = row;
  return {
    ...{ shown, nasId, nasip, mayPresent, boundMac, sessionMac, lines, limit, lease, poolName, prefixes },
    drifting: shown.online ? drifting : null,
  };
}
