import { notFound } from '../../../../core/fault.ts';
import type { Database } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { trafficOfService } from '../../traffic/of-service.ts';
import { BUCKET_MS } from '../../traffic/vocabulary.ts';
import type { Rate } from './read-rate.ts';

/** What accounting has of a session at its last report. */
export interface Report {
  readonly serviceId: number | null;
  readonly ispId: number;
  readonly at: Date;
  /** Seconds since it began. */
  readonly seconds: number;
  readonly up: number;
  readonly down: number;
}

/** The rate over a time, in seconds, that has been reported. */
export interface Average extends Rate {
  readonly seconds: number;
}

type Db = Pick<Database, 'pool'>;

/** Of an open session that the caller has been found to see. @throws Fault of kind `notFound` if it has ended */
export async function lastReport({ pool }: Db, sessionId: number): Promise<Report> {
  const [report] = await query<Report>(
    pool,
    sql`SELECT x.service_id AS "serviceId", x.isp_id AS "ispId", x.updated_at AS at, x.session_time AS seconds,
          x.in_bytes::float8 AS up, x.out_bytes::float8 AS down
        FROM radius.session x WHERE x.id = ${sessionId} AND x.ended_at IS NULL`,
  );
  if (!report) throw notFound('open session', sessionId);
  return report;
}

/** Between two reports; null if there is none between them. */
export function averageOf(before: Pick<Report, 'seconds' | 'up' | 'down'>, report: Report): Average | null {
  const seconds = report.seconds - before.seconds;
  if (seconds <= 0) return null;
  const kbps = (octets: number) => Math.max(0, Math.round((octets * 8) / 1_000 / seconds));
  return { down: kbps(report.down - before.down), up: kbps(report.up - before.up), seconds };
}

/** The five minutes before the last report, else the whole session; null if it was reported only when it began. */
export async function firstAverage(db: Db, report: Report, now: Date): Promise<Average | null> {
  const { serviceId: id, ispId, at } = report;
  const beginning = Math.floor(at.getTime() / BUCKET_MS) * BUCKET_MS - BUCKET_MS;
  if (id !== null && beginning >= at.getTime() - report.seconds * 1_000) {
    const { points } = await trafficOfService(db, { id, ispId }, { period: 'day', now });
    const last = points.find((point) => point.at.getTime() === beginning);
    if (last) return { down: Number(last.dl), up: Number(last.ul), seconds: BUCKET_MS / 1_000 };
  }
  return averageOf({ seconds: 0, up: 0, down: 0 }, report);
}
