import { silenceOfNas } from '../../../../core/vocabulary/interim.ts';
import type { Database } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';

/** How long a packet is news. */
const RECENT = silenceOfNas(sql`n.id`);

/** What was noticed of a NAS: written once a minute by each node. */
export interface Marks {
  readonly auth_at: Date | null;
  readonly acct_at: Date | null;
  readonly interim_at: Date | null;
  /** The first that showed it. */
  readonly gigawords_at: Date | null;
  readonly message_authenticator_at: Date | null;
  /** The minute of the last ACK or NAK. */
  readonly coa_at: Date | null;
  /** Null unless within the last three intervals of interim updates. */
  readonly unauthentic_at: Date | null;
  readonly unsigned_at: Date | null;
  readonly bad_address_at: Date | null;
  readonly bad_session_time_at: Date | null;
  readonly clock_ahead_s: number | null;
  /** Of the last hour. */
  readonly accepts: number;
  readonly rejects: number;
  readonly coa_answered: number;
  readonly coa_unanswered: number;
  /** It has a session that is older than three intervals of interim updates, and has sent no Interim-Update for so long. */
  readonly misses_interims: boolean;
  readonly is_heard_now: boolean;
}

export async function readMarks(db: Pick<Database, 'pool'>, nasId: number): Promise<Marks> {
  const [marks] = await query<Marks>(
    db.pool,
    sql`SELECT h.auth_at, greatest(h.acct_at, t.heard_at) AS acct_at, h.interim_at, n.gigawords_seen_at AS gigawords_at,
      n.message_authenticator_seen_at AS message_authenticator_at,
      (SELECT p.minute FROM radius.nas_pulse p WHERE p.nas_id = n.id AND p.acknowledged + p.refused > 0
        ORDER BY p.minute DESC LIMIT 1) AS coa_at,
      CASE WHEN h.unauthentic_at > now() - ${RECENT} THEN h.unauthentic_at END AS unauthentic_at,
      CASE WHEN h.unsigned_at > now() - ${RECENT} THEN h.unsigned_at END AS unsigned_at,
      CASE WHEN h.bad_address_at > now() - ${RECENT} THEN h.bad_address_at END AS bad_address_at,
      CASE WHEN h.bad_session_time_at > now() - ${RECENT} THEN h.bad_session_time_at END AS bad_session_time_at,
      h.clock_ahead_s, hour.*,
      coalesce(h.interim_at < now() - ${RECENT}, h.acct_at IS NOT NULL) AND EXISTS (
        SELECT FROM radius.session s WHERE s.nas_id = n.id AND s.ended_at IS NULL
          AND s.started_at < now() - ${RECENT}) AS misses_interims,
      coalesce(greatest(h.auth_at, h.acct_at) > now() - ${RECENT}, false) AS is_heard_now
    FROM radius.nas n
      LEFT JOIN radius.nas_tally t ON t.nas_id = n.id
      LEFT JOIN radius.nas_heard h ON h.nas_id = n.id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(p.accepts), 0)::int AS accepts, coalesce(sum(p.rejects), 0)::int AS rejects,
          coalesce(sum(p.acknowledged + p.refused), 0)::int AS coa_answered,
          coalesce(sum(p.unanswered), 0)::int AS coa_unanswered
        FROM radius.nas_pulse p WHERE p.nas_id = n.id AND p.minute > now() - make_interval(hours => 1)) hour
    WHERE n.id = ${nasId}`,
  );
  if (!marks) throw new Error(`NAS ${nasId} has gone`);
  return marks;
}

export interface UnknownSource {
  readonly ip: string;
  readonly at: Date;
  readonly identifier: string | null;
}

/**
 * Addresses that are no NAS and may be this one: they say its name, or sent something just now. Of the whole installation, so
 * only for the server administrator: an ISP could give a NAS the name of another ISP's router.
 */
export const readUnknownSources = (db: Pick<Database, 'pool'>, nasId: number): Promise<UnknownSource[]> =>
  query<UnknownSource>(
    db.pool,
    sql`SELECT host(x.ip) AS ip, x.last_seen_at AS at, radius.shown(x.last_identifier) AS identifier
      FROM radius.unknown_nas x JOIN radius.nas n ON n.id = ${nasId}
      WHERE x.last_seen_at > now() - ${RECENT} AND n.proxy_id IS NULL AND n.tls_identity IS NULL
      ORDER BY coalesce(x.last_identifier IN (n.name, n.identifier), false) DESC, x.last_seen_at DESC LIMIT 3`,
  );
