import { column, defineList } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';

const instant = (name: string) => column(wire.timestamp().nullable(), name);

/** Intervals are counted from midnight UTC, those of a job of every node from its last run. */
const nextRun = sql`CASE WHEN j.on_every_node THEN j.started_at + make_interval(secs => j.every_ms / 1000.0)
  ELSE to_timestamp((floor(extract(epoch FROM j.started_at) * 1000 / j.every_ms) + 1) * j.every_ms / 1000) END`;

/** The schedule with the last run of each job. A `next_run_at` that is past is due. */
export const jobs = defineList({
  from: 'crm.job j',
  key: 'j.name',
  scope: {},
  columns: {
    name: column(wire.shown(), 'j.name'),
    every_seconds: column(wire.amount(), sql`(j.every_ms / 1000.0)::float8`),
    on_every_node: column(wire.flagYN(), 'j.on_every_node'),
    running: column(wire.flagYN(), sql`j.started_at IS NOT NULL AND (j.ended_at IS NULL OR j.ended_at < j.started_at)`),
    last_run_at: instant('j.started_at'),
    last_ended_at: instant('j.ended_at'),
    result: column(wire.oneOf(['done', 'unfinished', 'failed']).nullable(), 'j.outcome'),
    next_run_at: column(wire.timestamp().nullable(), nextRun),
    failed_at: instant('j.failed_at'),
    last_error: column(wire.shown().nullable(), 'j.error'),
  },
  filters: {},
  paging: [],
});
