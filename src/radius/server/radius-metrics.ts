import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** A counter of the packet path: one addition, no hashing of labels. The registry reads it when it is asked. */
export interface Count {
  count: number;
}

export interface RadiusMetrics {
  /** Packets of one type that came to one outcome. Ask once and keep it. */
  packets(type: string, outcome: string): Count;
  readonly batchRecords: Histogram;
  readonly commitSeconds: Histogram;
  /** Rows that were not written: the queue of the authentication log was full. */
  readonly lostLogRows: Count;
  /** Accounting records that went to the journal, that came from there into the database, and that went nowhere. */
  readonly journalled: Count;
  readonly replayed: Count;
  readonly notDurable: Count;
  /** Accounting records with a volume that no line can have carried. */
  readonly implausible: Count;
  /** A number that is read when the registry is asked. */
  gauge(name: string, help: string, read: () => number): void;
}

export function createRadiusMetrics(registry: Registry): RadiusMetrics {
  const cells = new Map<string, { type: string; outcome: string; cell: Count }>();
  new Counter({
    name: 'lastmile_radius_packets_total',
    help: 'RADIUS packets by type and outcome',
    labelNames: ['type', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { type, outcome, cell } of cells.values()) this.inc({ type, outcome }, cell.count);
    },
  });
  const counter = (name: string, help: string): Count => {
    const cell = { count: 0 };
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(cell.count);
      },
    });
    return cell;
  };
  return {
    packets(type, outcome) {
      const key = `${type} ${outcome}`;
      const known = cells.get(key);
      if (known) return known.cell;
      const cell = { count: 0 };
      cells.set(key, { type, outcome, cell });
      return cell;
    },
    batchRecords: new Histogram({
      name: 'lastmile_radius_accounting_batch_records',
      help: 'Accounting records of one commit',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      registers: [registry],
    }),
    commitSeconds: new Histogram({
      name: 'lastmile_radius_accounting_commit_seconds',
      help: 'Time from sending a batch of accounting records until it is durable',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers: [registry],
    }),
    lostLogRows: counter(
      'lastmile_radius_lost_auth_log_rows_total',
      'Answers to log-ins that could not be written to the authentication log',
    ),
    journalled: counter(
      'lastmile_radius_accounting_journalled_total',
      'Accounting records that were written to the local journal because the database was away',
    ),
    replayed: counter(
      'lastmile_radius_accounting_replayed_total',
      'Accounting records of the local journal that the database has got',
    ),
    notDurable: counter(
      'lastmile_radius_accounting_not_durable_total',
      'Accounting records that neither the database nor the journal took and that were not answered',
    ),
    implausible: counter(
      'lastmile_radius_accounting_implausible_total',
      'Accounting records with a volume that no line can have carried, which was not counted',
    ),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
  };
}
