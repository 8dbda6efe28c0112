import { forgetStrangers } from '../areas/care/calls/forget-strangers.ts';
import { forgetCallers } from '../areas/care/care-line/forget-callers.ts';
import { forgetFiles } from '../areas/care/files/forget-files.ts';
import { followIncidents } from '../areas/care/incidents/follow.ts';
import { noteBreaches } from '../areas/care/tickets/clocks/note-breaches.ts';
import { closeResolved } from '../areas/care/tickets/close-resolved.ts';
import { forgetNumbers } from '../areas/care/tickets/forget-numbers.ts';
import { countRenewals } from '../areas/insight/dashboard/count-renewals.ts';
import { countServices } from '../areas/insight/dashboard/count-services.ts';
import { countSessions } from '../areas/insight/dashboard/count-sessions.ts';
import { purgeEvents } from '../areas/insight/events/purge.ts';
import { orderDaily } from '../areas/insight/reports/prepared/order-daily.ts';
import { prepareReports, purgeReports } from '../areas/insight/reports/prepared/prepare-reports.ts';
import { readNumbers } from '../areas/insight/search/read-numbers.ts';
import { archive } from '../areas/installation/archive/archive.ts';
import { withBriefLocks } from '../areas/installation/archive/brief-locks.ts';
import { showLastArchive } from '../areas/installation/archive/metrics.ts';
import { logHeads } from '../areas/installation/audit/chain/log-heads.ts';
import { forgetBuyers } from '../areas/installation/erasure/forget-buyers.ts';
import { notePoolPeaks } from '../areas/network/alerts/pool-peaks.ts';
import { forgetAlerts, watchNetworks } from '../areas/network/alerts/watch.ts';
import { reconcileNases } from '../areas/network/routeros/reconcile/reconcile-nases.ts';
import { recordMinute } from '../areas/network/series/record-minute.ts';
import { rollUpSeries } from '../areas/network/series/roll-up.ts';
import { resolveConflicts } from '../areas/network/sessions/conflicts.ts';
import { moveEndedSessions } from '../areas/network/sessions/move-ended.ts';
import { noteSilence } from '../areas/network/sessions/note-silence.ts';
import { reapSessions } from '../areas/network/sessions/reap.ts';
import { sumRefusals } from '../areas/network/sessions/refusal-hours.ts';
import { repairDrift } from '../areas/network/sessions/repair-drift.ts';
import { reportSilentNases } from '../areas/network/sessions/silent-nases.ts';
import { purgeTraffic } from '../areas/network/traffic/purge.ts';
import { endCodes } from '../areas/online/hotspot/expire.ts';
import { purgeLogins } from '../areas/online/logins/purge.ts';
import { reconcileOrders } from '../areas/online/orders/reconcile.ts';
import { tellAlerts } from '../areas/subscribers/alert-mails/tell-alerts.ts';
import { makeMessages } from '../areas/subscribers/notices/make-messages.ts';
import { purgeMessages } from '../areas/subscribers/notices/purge.ts';
import { listUsage } from '../areas/subscribers/services/list-usage.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { execute, sql } from '../db/sql.ts';
import { runBillingJob } from './billing-run.ts';
import { type Job, UNFINISHED } from './job.ts';
import { purgeEffects } from './outbox-table.ts';
import { showServiceProblems } from './service-problems.ts';
import { runVerifyLedger, showLedgerDrift } from './verify-ledger.ts';

/** Work that returns whether it is done. */
const inBatches =
  (work: (db: Database, now: Date, signal: AbortSignal, config: Config) => Promise<boolean>): Job['run'] =>
  async ({ db, clock, config }, { signal }) =>
    (await work(db, clock.now(), signal, config)) ? undefined : UNFINISHED;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const SCHEDULE: readonly Job[] = [
  {
    // For the coming months.
    name: 'make-partitions',
    everyMs: HOUR,
    run: ({ db, clock }, { signal }) =>
      withBriefLocks(db, (tx) => execute(tx, sql`SELECT radius.ensure_partitions(${clock.now()}::date, 4)`), {
        signal,
      }),
  },
  {
    // The nodes share the ISPs. Often, since the day of each ISP starts at its own midnight, to retry what failed, and to take
    // over from a node that has gone. A run is short, since an ISP has its turn once in a run, however long that of another is.
    name: 'billing-run',
    everyMs: MINUTE,
    onEveryNode: true,
    run: runBillingJob,
  },
  {
    name: 'move-ended-sessions',
    everyMs: 5 * MINUTE,
    run: inBatches(moveEndedSessions),
  },
  {
    // Archives months that are old enough and deletes those past their retention.
    name: 'archive-months',
    everyMs: DAY,
    maxMs: HOUR,
    run: async (kernel, { signal }) => ((await archive(kernel, { signal })) ? undefined : UNFINISHED),
  },
  // Of the chains of the audit, so that the log has them.
  { name: 'log-audit-heads', everyMs: HOUR, run: logHeads },
  { name: 'show-archived', everyMs: MINUTE, onEveryNode: true, run: showLastArchive },
  { name: 'refresh-listed-usage', everyMs: MINUTE, run: listUsage },
  {
    name: 'end-sessions-and-leases',
    everyMs: MINUTE,
    run: async ({ db, log, clock }) => {
      const reaped = await reapSessions(db, clock.now());
      if (reaped.sessions > 0 || reaped.leases > 0)
        log.info(reaped, 'ended silent sessions and released unused leases');
    },
  },
  { name: 'report-silent-nases', everyMs: MINUTE, onEveryNode: true, run: reportSilentNases },
  // Between accounting and leases.
  { name: 'settle-conflicts', everyMs: MINUTE, run: resolveConflicts },
  {
    // Live sessions whose access differs from what their service should have. A run leaves time to packets, so it may take longer
    // than the interval.
    name: 'repair-drift',
    everyMs: 5 * MINUTE,
    maxMs: HOUR,
    run: (kernel, { signal }) => repairDrift(kernel, signal),
  },
  {
    // Payment orders whose provider is to be asked; life-cycle.ts of their area says when.
    name: 'reconcile-orders',
    everyMs: MINUTE,
    run: async (kernel, { signal }) => ((await reconcileOrders(kernel, signal)) ? undefined : UNFINISHED),
  },
  // What dashboards show.
  { name: 'count-services', everyMs: MINUTE, run: countServices },
  { name: 'count-sessions', everyMs: MINUTE, run: countSessions },
  // After the sessions were counted, on which it depends.
  { name: 'note-silence', everyMs: MINUTE, run: noteSilence },
  {
    // A router is due every 15 minutes; one that fails, sooner. Routers that do not answer take their time.
    name: 'reconcile-nases',
    everyMs: MINUTE,
    maxMs: HOUR,
    run: async (kernel, { signal }) => ((await reconcileNases(kernel, signal)) ? undefined : UNFINISHED),
  },
  // What alerts tell of pools, and the alerts, after the sessions were counted as well.
  { name: 'note-pool-peaks', everyMs: 5 * MINUTE, run: notePoolPeaks },
  { name: 'watch-networks', everyMs: MINUTE, run: watchNetworks },
  { name: 'tell-alerts', everyMs: MINUTE, run: tellAlerts },
  { name: 'count-renewals', everyMs: 5 * MINUTE, run: countRenewals },
  {
    // Notices that time or use sets off.
    name: 'make-notices',
    everyMs: 5 * MINUTE,
    run: inBatches(makeMessages),
  },
  // Reports of large ISPs, for the day that begins.
  { name: 'order-reports', everyMs: 5 * MINUTE, run: (kernel) => orderDaily(kernel) },
  {
    // Those that wait: somebody does, and each node takes its share.
    name: 'prepare-reports',
    everyMs: 10 * SECOND,
    onEveryNode: true,
    maxMs: HOUR,
    run: (kernel, { signal }) => prepareReports(kernel, signal),
  },
  { name: 'forget-reports', everyMs: HOUR, run: ({ db }) => purgeReports(db) },
  // What graphs show.
  { name: 'record-minute', everyMs: MINUTE, run: recordMinute },
  { name: 'roll-up-series', everyMs: 5 * MINUTE, run: rollUpSeries },
  { name: 'sum-refusals', everyMs: 5 * MINUTE, run: inBatches(sumRefusals) },
  { name: 'forget-traffic', everyMs: HOUR, run: inBatches(purgeTraffic) },
  {
    // Outbox effects that have failed for good.
    name: 'forget-effects',
    everyMs: HOUR,
    run: ({ db }) => purgeEffects(db),
  },
  {
    name: 'forget-idempotency-keys',
    everyMs: HOUR,
    run: ({ db, clock }) => execute(db.pool, sql`DELETE FROM crm.idempotency_key WHERE expires_at <= ${clock.now()}`),
  },
  { name: 'forget-events', everyMs: HOUR, run: inBatches(purgeEvents) },
  { name: 'forget-notices', everyMs: HOUR, run: inBatches(purgeMessages) },
  // Deadlines of tickets, of which other systems are told.
  { name: 'note-breached-tickets', everyMs: MINUTE, run: inBatches(noteBreaches) },
  {
    // After silence was noted, on which it depends.
    name: 'follow-incidents',
    everyMs: MINUTE,
    run: async (kernel, { signal }) => ((await followIncidents(kernel, signal)) ? undefined : UNFINISHED),
  },
  { name: 'close-resolved-tickets', everyMs: HOUR, run: inBatches(closeResolved) },
  {
    // Of hotspots, whose time is over.
    name: 'end-hotspot-codes',
    everyMs: 5 * MINUTE,
    run: async (kernel, { signal }) => ((await endCodes(kernel, signal)) ? undefined : UNFINISHED),
  },
  { name: 'forget-alerts', everyMs: HOUR, run: forgetAlerts },
  { name: 'forget-callers', everyMs: HOUR, run: inBatches(forgetCallers) },
  { name: 'forget-strangers', everyMs: HOUR, run: inBatches(forgetStrangers) },
  { name: 'forget-strangers-numbers', everyMs: HOUR, run: inBatches(forgetNumbers) },
  { name: 'forget-files', everyMs: HOUR, run: inBatches(forgetFiles) },
  { name: 'forget-buyers', everyMs: DAY, run: inBatches(forgetBuyers) },
  {
    // Telephone numbers that a program which does not know them has written, and those of ISPs whose country has changed.
    name: 'read-numbers',
    everyMs: MINUTE,
    run: async ({ db }, { signal }) => ((await readNumbers(db, signal)) ? undefined : UNFINISHED),
  },
  { name: 'purge-logins', everyMs: HOUR, run: ({ db, clock }) => purgeLogins(db, clock.now()) },
  {
    name: 'verify-ledger',
    everyMs: DAY,
    maxMs: 4 * HOUR,
    run: runVerifyLedger,
  },
  { name: 'show-service-problems', everyMs: MINUTE, onEveryNode: true, run: showServiceProblems },
  { name: 'show-ledger-drift', everyMs: MINUTE, onEveryNode: true, run: showLedgerDrift },
];
