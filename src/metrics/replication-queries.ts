import { query, type Runner, sql } from '../db/sql.ts';

export interface StandbyState {
  readonly name: string;
  readonly lagBytes: number;
  readonly lagSeconds: number;
}

/**
 * The standbys that stream from the server, by `application_name`. Undefined if the role of the node may not see them: that
 * takes membership in `pg_read_all_stats`, or in `pg_monitor`, which contains it.
 */
export async function readStandbys(on: Runner): Promise<readonly StandbyState[] | undefined> {
  const [role] = await query<{ sees: boolean }>(
    on,
    sql`SELECT pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') AS sees`,
  );
  if (!role?.sees) return undefined;
  return query<StandbyState>(
    on,
    sql`SELECT coalesce(nullif(application_name, ''), 'unnamed') AS name,
          max(coalesce(pg_wal_lsn_diff(here.lsn, replay_lsn), 0))::float8 AS "lagBytes",
          max(coalesce(extract(epoch FROM replay_lag), 0))::float8 AS "lagSeconds"
        FROM pg_stat_replication, (SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn()
          ELSE pg_current_wal_lsn() END AS lsn) AS here
        WHERE state IN ('startup', 'catchup', 'streaming') GROUP BY 1 ORDER BY 1`,
  );
}

/** In seconds since 1970; null: never. */
export interface ArchiverState {
  readonly archivedAt: number | null;
  readonly failedAt: number | null;
}

/** Undefined while the server archives no WAL. */
export async function readArchiver(on: Runner): Promise<ArchiverState | undefined> {
  const [row] = await query<ArchiverState>(
    on,
    sql`SELECT extract(epoch FROM last_archived_time)::float8 AS "archivedAt",
          extract(epoch FROM last_failed_time)::float8 AS "failedAt"
        FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`,
  );
  return row;
}
