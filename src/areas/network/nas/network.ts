import { z } from 'zod';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { coordinate } from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import { ALERT_KINDS } from '../alerts/vocabulary.ts';
import { nases } from './list.ts';
import { isSilent } from './silent.ts';

/** So many NASes are shown at once, those that are silent or have an alert first. */
const MAX_SHOWN = 1_000;

/** Octets are counted when a session reports them, so a rate is of a whole interval, of five minutes at least. */
const MIN_WINDOW_S = 300;

const alert = z.object({
  id: wire.id(),
  kind: wire.oneOf(ALERT_KINDS),
  since_at: wire.timestamp().nullable(),
  sessions: wire.count().nullable(),
  measured: wire.amount().nullable(),
  compared_to: wire.amount().nullable(),
  opened_at: wire.timestamp(),
  acked_at: wire.timestamp().nullable(),
});

const node = z.object({
  id: wire.id(),
  name: wire.shown(),
  ip: wire.ip(),
  resellerid: wire.ownerId(),
  location_code: wire.shown().nullable(),
  location: wire.shown().nullable(),
  latitude: coordinate(90).nullable(),
  longitude: coordinate(180).nullable(),
  silent: wire.flag01(),
  auth_heard_at: wire.timestamp().nullable(),
  acct_heard_at: wire.timestamp().nullable(),
  online: wire.count().nullable(),
  dl: wire.count().nullable(),
  ul: wire.count().nullable(),
  alerts: wire.count(),
  alert: alert.nullable(),
});

export const networkNow = z.object({ count: wire.count(), nases: z.array(node) });

type Network = z.output<typeof networkNow>;
type Node = z.output<typeof node>;
type Alert = z.output<typeof alert>;

/** The alert has columns of its own, all null without one. */
type Row = Omit<Node, 'alert'> & { readonly [F in keyof Alert as `alert_${F}`]: Alert[F] | null } & {
  readonly count: number;
};

/**
 * The NASes that the caller sees and what they carry, in one statement; an Employee of some locations sees those that stand in
 * them or nowhere. Figures and alerts of a NAS that an ISP shares are null for its resellers, since they are of all that use it.
 */
export async function readNetwork(
  { pool }: Pick<Database, 'pool'>,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<Network> {
  const rows = await query<Row>(pool, networkOf(scope, now));
  return { count: rows[0]?.count ?? 0, nases: rows.map(nodeOf) };
}

function nodeOf({ count: _count, ...row }: Row): Node {
  const { alert_id: id, alert_kind: kind, alert_opened_at: opened_at } = row;
  const told = { since_at: row.alert_since_at, sessions: row.alert_sessions, measured: row.alert_measured };
  const rest = { compared_to: row.alert_compared_to, acked_at: row.alert_acked_at };
  return { ...row, alert: id && kind && opened_at ? { id, kind, opened_at, ...told, ...rest } : null };
}

/** Does the caller see figures that are of all who use the NAS? */
const isOwners = ({ resellerId }: Scope): Sql => (resellerId === null ? sql`true` : sql`n.reseller_id = ${resellerId}`);

const standsInLocations = ({ locations }: Scope): Sql[] =>
  locations === null
    ? []
    : [sql`(n.location_code IS NULL OR n.location_code = ANY(${locations.map(({ code }) => code)}::text[]))`];

/** The alert of a NAS that matters most: one that waits, silence, the newest. */
const WORST = sql`
  SELECT a.id, a.kind, a.since_at, a.sessions, a.measured, a.compared_to, a.opened_at, a.acked_at, count(*) OVER ()::int AS count
  FROM radius.alert a WHERE a.nas_id = n.id AND a.closed_at IS NULL
  ORDER BY a.acked_at IS NOT NULL, a.kind <> 'silent', a.opened_at DESC LIMIT 1`;

const networkOf = (scope: Scope, now: Date): Sql => sql`
  SELECT n.id, n.name, host(n.ip) AS ip, coalesce(n.reseller_id, 0) AS resellerid, n.location_code, l.name AS location,
    n.latitude::text, n.longitude::text, ${isSilent(sql`${now}::timestamptz`)} AS silent,
    h.auth_at AS auth_heard_at, greatest(h.acct_at, t.heard_at) AS acct_heard_at,
    CASE WHEN own.is THEN coalesce(t.online, 0) END AS online,
    CASE WHEN own.is THEN coalesce(rate.dl, 0) END AS dl, CASE WHEN own.is THEN coalesce(rate.ul, 0) END AS ul,
    coalesce(worst.count, 0) AS alerts, worst.id AS alert_id, worst.kind AS alert_kind, worst.since_at AS alert_since_at,
    worst.sessions AS alert_sessions, worst.measured AS alert_measured, worst.compared_to AS alert_compared_to,
    worst.opened_at AS alert_opened_at, worst.acked_at AS alert_acked_at, count(*) OVER ()::int AS count
  FROM radius.nas n
    JOIN crm.isp_setting i ON i.isp_id = n.isp_id
    CROSS JOIN LATERAL (SELECT ${isOwners(scope)} AS is) own
    LEFT JOIN crm.location l ON l.isp_id = n.isp_id AND l.code = n.location_code
    LEFT JOIN radius.nas_tally t ON t.nas_id = n.id
    LEFT JOIN radius.nas_heard h ON h.nas_id = n.id
    LEFT JOIN LATERAL (${WORST}) worst ON own.is
    LEFT JOIN LATERAL (${ratesOf(now)}) rate ON own.is
  WHERE ${join([...scopeConditions(scope, nases.scope), ...standsInLocations(scope)], ' AND ')}
  ORDER BY worst.id IS NULL, n.name, n.id LIMIT ${MAX_SHOWN}`;

/** Kbps over the last interval, up to a minute ago: nodes write a minute after it has passed. */
const ratesOf = (now: Date): Sql => sql`
  SELECT (sum(p.down_octets) * 8 / 1000 / max(span.s))::int AS dl, (sum(p.up_octets) * 8 / 1000 / max(span.s))::int AS ul
  FROM (SELECT greatest(${MIN_WINDOW_S}::int, coalesce(n.interim_interval, i.interim_interval)) AS s) span
    JOIN radius.nas_pulse p ON p.nas_id = n.id AND p.minute < date_trunc('minute', ${now}::timestamptz)
      AND p.minute >= date_trunc('minute', ${now}::timestamptz) - make_interval(secs => span.s)`;
