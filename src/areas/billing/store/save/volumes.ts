import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { capsOf, volumeOf } from '../../../usage/caps.ts';
import { type EndedPeriod, type OpenTopup, type Rollover, rollOver, switchVolumes } from '../../../usage/rollover.ts';
import type { Draft } from '../../model/draft.ts';

/** What the volumes of the next period depend on, besides what was used. Changed only under the lock of the service. */
export interface Ending {
  readonly quotaBytes: string | null | undefined;
  readonly carryoverBytes: string;
  readonly carriesOver: boolean;
  readonly topups: readonly OpenTopup[];
}

interface EndingRow {
  service_id: number;
  quota_bytes: string | null;
  carryover_bytes: string | null;
  carries_over: boolean | null;
  topups: { id: number; type: OpenTopup['type']; total: string; used: string }[];
}

/** Of the drafts that open a period or split one, by service. */
export async function readEndings(tx: Tx, drafts: readonly Draft[]): Promise<ReadonlyMap<number, Ending>> {
  const ids = drafts.filter(({ usage }) => usage !== null).map(({ subscription }) => subscription.id);
  if (ids.length === 0) return new Map();
  const rows = await query<EndingRow>(
    tx,
    sql`SELECT u.service_id, p.quota_bytes::text AS quota_bytes, p.carryover_bytes::text AS carryover_bytes,
          l.data_carryover AS carries_over,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'type', t.type, 'total', t.bytes_total::text,
             'used', t.bytes_used::text) ORDER BY t.id), '[]')
           FROM crm.topup t WHERE t.service_id = u.service_id AND t.ended_at IS NULL) AS topups
        FROM radius.usage u
        LEFT JOIN crm.period p ON p.id = u.period_id
        LEFT JOIN crm.plan l ON l.id = p.plan_id
        WHERE u.service_id = ANY(${ids}::int[])`,
  );
  return new Map(
    rows.map((row) => [
      row.service_id,
      {
        quotaBytes: row.quota_bytes,
        carryoverBytes: row.carryover_bytes ?? '0',
        carriesOver: row.carries_over ?? false,
        topups: row.topups.map(({ id, type, total, used }) => ({
          id,
          type,
          bytesTotal: BigInt(total),
          bytesUsed: BigInt(used),
        })),
      },
    ]),
  );
}

/** The volumes of drafts for which they do not depend on what was used: nothing is carried over and no top-up is open. */
export function knownVolumes(
  drafts: readonly Draft[],
  endings: ReadonlyMap<number, Ending>,
): ReadonlyMap<Draft, Rollover> {
  return new Map(
    drafts.flatMap((draft) => {
      const ending = endings.get(draft.subscription.id);
      if (draft.usage !== 'restart' || !ending || ending.carriesOver || ending.topups.length > 0) return [];
      return [[draft, volumesAfter(draft, ending, { level1: 0n, level2: 0n, level3: 0n })] as const];
    }),
  );
}

export function volumesAfter({ subscription, usage }: Draft, ending: Ending, used: EndedPeriod['used']): Rollover {
  const { volumes } = subscription.offer;
  const caps = capsOf(volumes, volumeOf(volumes.bw1Gb));
  const carryoverBytes = BigInt(ending.carryoverBytes);
  const ended: EndedPeriod = {
    used,
    planBytes: ending.quotaBytes === null ? null : BigInt(ending.quotaBytes ?? 0) - carryoverBytes,
    carryoverBytes,
    topups: ending.topups,
  };
  return usage === 'restart' ? rollOver(ended, caps, ending.carriesOver) : switchVolumes(ended, caps);
}
