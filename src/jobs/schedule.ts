import { moveEndedSessions } from '../areas/sessions/archive.ts';
import { settleConflicts } from '../areas/sessions/conflicts.ts';
import { repairDrift } from '../areas/sessions/drift.ts';
import { reapSessions } from '../areas/sessions/reap.ts';
import { reportSilentNases } from '../areas/sessions/silent-nases.ts';
import type { Kernel } from '../core/kernel.ts';
import { execute, sql } from '../db/sql.ts';
import { forgetEffects } from './outbox-table.ts';

/** A job is one call into an area, idempotent, safe to run late, twice or on two nodes. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(kernel: Kernel): Promise<unknown>;
}

const MINUTE = 60_000;

export const SCHEDULE: readonly Job[] = [
  {
    name: 'make the partitions of the coming months',
    everyMs: 60 * MINUTE,
    run: ({ db, clock }) => execute(db.pool, sql`SELECT radius.ensure_partitions(${clock.now()}::date, 4)`),
  },
  {
    name: 'move ended sessions to the log',
    everyMs: 5 * MINUTE,
    run: ({ db, clock }) => moveEndedSessions(db, clock.now()),
  },
  {
    // The procedure commits as it goes, so it runs on the pool and never in a transaction.
    name: 'bring the usage that lists sort and filter by up to date',
    everyMs: MINUTE,
    run: ({ db }) => execute(db.pool, sql`CALL radius.refresh_listed_usage(1000)`),
  },
  {
    name: 'end sessions and leases that nobody speaks of any more',
    everyMs: MINUTE,
    run: async ({ db, log, clock }) => {
      const reaped = await reapSessions(db, clock.now());
      if (reaped.sessions > 0 || reaped.leases > 0) log.info(reaped, 'silent sessions and unused leases were ended');
    },
  },
  { name: 'report NASes that have gone silent', everyMs: 5 * MINUTE, run: reportSilentNases },
  { name: 'settle what accounting and leases disagree about', everyMs: MINUTE, run: settleConflicts },
  { name: 'move live sessions that have drifted', everyMs: 5 * MINUTE, run: repairDrift },
  {
    name: 'forget effects that were given up',
    everyMs: 60 * MINUTE,
    run: ({ db }) => forgetEffects(db),
  },
];
