import { Counter, Histogram, type Registry } from 'prom-client';
import { AnswerTimes } from './answer-times.ts';
import { type ReadMetrics, readMetrics } from './read-metrics.ts';

/** A counter of the packet path: one addition, no hashing of labels. Read when metrics are collected. */
export interface Count {
  count: number;
}

export interface RadiusMetrics extends ReadMetrics {
  /** Packets of one type with one outcome. Look it up once and keep it. */
  packets(type: string, outcome: string): Count;
  readonly batchRecords: Histogram;
  readonly commitSeconds: Histogram;
  /** Rows that were not written because the queue of the authentication log was full. */
  readonly lostLogRows: Count;
  /** Accounting records written to the journal. */
  readonly journalled: Count;
  /** Accounting records that came from the journal to the database. */
  readonly replayed: Count;
  /** Accounting records that were written nowhere. */
  readonly notDurable: Count;
  /** Accounting records with a volume that no line can have carried. */
  readonly implausible: Count;
  readonly answerTimes: AnswerTimes;
}

export function createRadiusMetrics(registry: Registry): RadiusMetrics {
  const registers = [registry];
  return {
    packets: packetCounter(registry),
    batchRecords: new Histogram({
      name: 'lastmile_radius_accounting_batch_records',
      help: 'Accounting records of one commit',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      registers,
    }),
    commitSeconds: new Histogram({
      name: 'lastmile_radius_accounting_commit_seconds',
      help: 'Time from sending a batch of accounting records until it is durable',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers,
    }),
    answerTimes: new AnswerTimes(registry),
    ...recordCounters(registry),
    ...readMetrics(registry),
  };
}

function packetCounter(registry: Registry): RadiusMetrics['packets'] {
  const counts = new Map<string, { type: string; outcome: string; count: Count }>();
  new Counter({
    name: 'lastmile_radius_packets_total',
    help: 'RADIUS packets by type and outcome',
    labelNames: ['type', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { type, outcome, count } of counts.values()) this.inc({ type, outcome }, count.count);
    },
  });
  return (type, outcome) => {
    const key = `${type} ${outcome}`;
    const known = counts.get(key);
    if (known) return known.count;
    const count = { count: 0 };
    counts.set(key, { type, outcome, count });
    return count;
  };
}

function recordCounters(registry: Registry) {
  return {
    lostLogRows: counter(
      registry,
      'lastmile_radius_lost_auth_log_rows_total',
      'Log-in answers that could not be written to the authentication log',
    ),
    journalled: counter(
      registry,
      'lastmile_radius_accounting_journalled_total',
      'Accounting records that were written to the local journal because the database was unavailable',
    ),
    replayed: counter(
      registry,
      'lastmile_radius_accounting_replayed_total',
      'Accounting records that reached the database from the local journal',
    ),
    notDurable: counter(
      registry,
      'lastmile_radius_accounting_not_durable_total',
      'Accounting records not answered because neither the database nor the journal could store them',
    ),
    implausible: counter(
      registry,
      'lastmile_radius_accounting_implausible_total',
      'Accounting records with an impossibly large volume, which was not counted',
    ),
  };
}

function counter(registry: Registry, name: string, help: string): Count {
  const count = { count: 0 };
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(count.count);
    },
  });
  return count;
}
