import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { Logger } from '../config/log.ts';
import { logThrottled } from '../db/throttled-log.ts';
import {
  readClock,
  readEventFeed,
  readJobs,
  readNotices,
  readOutbox,
  readPartitions,
  readServer,
} from './database-queries.ts';
import { Reading } from './reading.ts';
import { ReadingMetrics } from './reading-metrics.ts';
import { readArchiver, readStandbys } from './replication-queries.ts';

interface Sources {
  readonly pool: pg.Pool;
  readonly log: Logger;
}

/**
 * What only the database knows, for the whole installation, so each node shows the same. Not refreshed by a job: it concerns
 * nodes without jobs too, and a scrape must see that the database is away.
 */
export function publishInstallation(registry: Registry, { pool, log }: Sources): void {
  const onError = (err: unknown) => logThrottled(log, { err }, 'cannot read the metrics of the database');
  const from = <T>(read: (on: pg.Pool) => Promise<T>) =>
    new ReadingMetrics(registry, new Reading(() => read(pool), { onError }));
  publishServer(from(readServer));
  from(readOutbox)
    .gauge('lastmile_outbox_rows', 'Effects in the outbox that are still pending', ({ waiting }) => waiting)
    .gauge('lastmile_outbox_failed_rows', 'Effects that have failed for good, kept for a week', ({ failed }) => failed)
    .gauge(
      'lastmile_outbox_due_age_seconds',
      'How long the oldest due effect has waited for a node to begin it; 0 when there is none',
      ({ dueAge }) => dueAge,
    )
    .gauge(
      'lastmile_outbox_oldest_age_seconds',
      'Age of the oldest pending effect, which may be waiting for its NAS',
      ({ oldestAge }) => oldestAge,
    );
  publishTold(from(readEventFeed), from(readNotices));
  from(readJobs)
    .gauges(
      'lastmile_job_success_timestamp_seconds',
      'When the job last succeeded on any node, in seconds since 1970',
      'job_name',
      (rows) => rows.map(({ name, succeededAt }) => [name, succeededAt]),
    )
    .gauges('lastmile_job_interval_seconds', 'How often the job runs', 'job_name', (rows) =>
      rows.map(({ name, interval }) => [name, interval]),
    );
  from(readClock).gauge(
    'lastmile_clock_waiting_seconds',
    'The longest time that an ISP has waited for a node to advance its services to today',
    ({ waitingAge }) => waitingAge,
  );
  from(readPartitions)
    .gauges('lastmile_partitions_ahead', 'Partitions ready for the months after this one', 'table', (rows) =>
      rows.map(({ table, monthsAhead }) => [table, monthsAhead]),
    )
    .gauges('lastmile_default_partition_rows', 'Rows of this month and the next without a partition', 'table', (rows) =>
      rows.map(({ table, strayRows }) => [table, strayRows]),
    );
  publishReplication(from(readStandbys), from(readArchiver));
}

/** What other systems and subscribers are told. */
function publishTold(
  events: ReadingMetrics<Awaited<ReturnType<typeof readEventFeed>>>,
  notices: ReadingMetrics<Awaited<ReturnType<typeof readNotices>>>,
): void {
  events
    .gauge(
      'lastmile_events_waiting_seconds',
      'How long the oldest event has waited to enter the feed',
      ({ waitingAge }) => waitingAge,
    )
    .gauges('lastmile_webhooks', 'Webhooks that do not accept events', 'state', ({ failing, disabled }) => [
      ['failing', failing],
      ['disabled', disabled],
    ]);
  notices.gauge(
    'lastmile_notices_waiting_seconds',
    'How long the oldest message to a subscriber has been ready to send',
    ({ waitingAge }) => waitingAge,
  );
}

function publishServer(server: ReadingMetrics<Awaited<ReturnType<typeof readServer>>>): void {
  server
    .gauge('lastmile_database_up', '1 when the database answers within two seconds', () => 1, 0)
    .gauge('lastmile_database_writable', '1 when it can be written to', ({ writable }) => Number(writable), 0)
    .gauges('lastmile_database_info', 'Version of PostgreSQL', 'version', ({ version }) => [[version, 1]])
    .gauge('lastmile_database_size_bytes', 'Size of the database on disk', ({ bytes }) => bytes)
    .gauge('lastmile_database_connections', 'Connections to the server, of all programs', (row) => row.connections)
    .gauge(
      'lastmile_database_max_connections',
      'The most connections that the server accepts',
      ({ maxConnections }) => maxConnections,
    )
    .counter('lastmile_database_deadlocks_total', 'Deadlocks in the database', ({ deadlocks }) => deadlocks)
    .gauge('lastmile_nodes', 'Nodes that listen to the database', ({ nodes }) => nodes)
    .gauge('lastmile_job_nodes', 'Nodes that run jobs', (row) => row.jobNodes);
}

function publishReplication(
  standbys: ReadingMetrics<Awaited<ReturnType<typeof readStandbys>>>,
  archiver: ReadingMetrics<Awaited<ReturnType<typeof readArchiver>>>,
): void {
  standbys
    .gauge('lastmile_database_standbys', 'Standbys that stream from the server', (rows) => rows?.length)
    .gauges(
      'lastmile_database_standby_lag_bytes',
      'WAL that the standby has not replayed yet',
      'standby',
      (rows = []) => rows.map(({ name, lagBytes }) => [name, lagBytes]),
    )
    .gauges('lastmile_database_standby_lag_seconds', 'The replay delay of the standby', 'standby', (rows = []) =>
      rows.map(({ name, lagSeconds }) => [name, lagSeconds]),
    );
  archiver
    .gauge(
      'lastmile_database_archived_timestamp_seconds',
      'When the server last archived a file of its WAL, in seconds since 1970',
      (row) => row?.archivedAt,
    )
    .gauge(
      'lastmile_database_archive_failed_timestamp_seconds',
      'When archiving last failed, in seconds since 1970; 0: never',
      (row) => row && (row.failedAt ?? 0),
    );
}
