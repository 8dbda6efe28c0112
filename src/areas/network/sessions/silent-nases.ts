import { Gauge, type Registry } from 'prom-client';
import type { Kernel } from '../../../core/kernel.ts';
import { silenceOfNas } from '../../../core/vocabulary/interim.ts';
import { heardUpto } from '../../../core/work/counting.ts';
import { query, sql } from '../../../db/sql.ts';

interface Silent {
  readonly nas: string;
  readonly heardAt: Date;
  readonly sessions: number;
}

const METRIC = 'lastmile_radius_silent_nases';
/** Of one ISP: those silent for the longest. A tenant can make any number of NASes, and sessions on them. */
const MAX_OF_ISP = 20;

/**
 * Reports each NAS that has had open sessions and sends no accounting: it is down, or cannot reach this server. Logged once
 * when it begins and once when it ends; a metric shows it in between. Sessions are those last counted.
 */
export async function reportSilentNases({ db, log, clock, metrics }: Dependencies): Promise<void> {
  const gauge = gaugeIn(metrics);
  const before = new Set((await gauge.get()).values.map(({ labels }) => String(labels.nas)));
  const silent = await query<Silent>(
    db.pool,
    sql`SELECT nas, "heardAt", sessions FROM (
          SELECT host(n.ip) AS nas, t.heard_at AS "heardAt", t.online + t.stale AS sessions,
            row_number() OVER (PARTITION BY n.isp_id ORDER BY t.heard_at, n.id) AS place
          FROM radius.nas_tally t JOIN radius.nas n ON n.id = t.nas_id AND n.deleted_at IS NULL
          WHERE (t.online > 0 OR t.stale > 0)
            AND t.heard_at < ${await heardUpto(db, clock.now())}::timestamptz - ${silenceOfNas(sql`t.nas_id`)}
        ) AS silent WHERE place <= ${MAX_OF_ISP}`,
  );
  gauge.reset();
  for (const { nas, heardAt, sessions } of silent) {
    gauge.set({ nas }, Math.floor(heardAt.getTime() / 1000));
    if (!before.has(nas)) log.warn({ nas, heardAt, sessions }, 'a NAS and all its sessions have gone silent');
  }
  // NASes of different proxies may have the same address.
  const now = new Set(silent.map(({ nas }) => nas));
  for (const nas of before)
    if (!now.has(nas)) log.info({ nas }, 'a silent NAS is active again or has no sessions left');
}

type Dependencies = Pick<Kernel, 'db' | 'log' | 'clock' | 'metrics'>;

function gaugeIn(registry: Registry): Gauge {
  const known = registry.getSingleMetric(METRIC);
  if (known instanceof Gauge) return known;
  const help = 'When a silent NAS was last heard, in seconds since 1970';
  return new Gauge({ name: METRIC, help, labelNames: ['nas'], registers: [registry] });
}
