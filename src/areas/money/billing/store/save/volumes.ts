import type { Tx } from '../../../../../db/database.ts';
import { query, sql } from '../../../../../db/sql.ts';
import { capsOf, volumeOf } from '../../../usage/caps.ts';
import { type EndedPeriod, type OpenTopup, type Rollover, rollOver, switchVolumes } from '../../../usage/rollover.ts';
import { type StoredUsage, storedOf, USAGE, type UsageRow } from '../../../usage/usage-row.ts';
import type { Draft } from '../../model/draft.ts';
import type { Saving } from './saving.ts';

/** What the volumes of the next period depend on. All but the usage is changed only under the lock of the service. */
export interface Ending {
  /** As it was read: accounting may count meanwhile. */
  readonly usage: StoredUsage;
  readonly quotaBytes: string | null;
  readonly carryoverBytes: string;
  readonly carriesOver: boolean;
  readonly topups: readonly OpenTopup[];
}

interface EndingRow extends UsageRow {
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
    sql`SELECT ${USAGE}, p.quota_bytes::text AS quota_bytes, p.carryover_bytes::text AS carryover_bytes,
          coalesce((p.sold -> 'dataCarryover')::boolean, l.data_carryover) AS carries_over,
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
        usage: storedOf(row),
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

/** What is known of the usage and the volumes of drafts before anything is locked. */
export function knownVolumes(
  drafts: readonly Draft[],
  endings: ReadonlyMap<number, Ending>,
): Pick<Saving, 'ended' | 'volumes'> {
  const ended = new Map<Draft, StoredUsage>();
  const volumes = new Map<Draft, Rollover>();
  for (const draft of drafts) {
    const ending = endings.get(draft.subscription.id);
    if (!ending) continue;
    const used = drafts.length === 1 ? ending.usage : undefined;
    if (used) ended.set(draft, used);
    if (used || isIndependent(draft, ending)) volumes.set(draft, volumesAfter(draft, ending, used ?? NOTHING));
  }
  return { ended, volumes };
}

/** Whether the volumes do not depend on what was used: nothing is carried over and no top-up is open. */
const isIndependent = ({ usage }: Draft, { carriesOver, topups }: Ending): boolean =>
  usage === 'restart' && !carriesOver && topups.length === 0;

const NOTHING = { usedBytes: 0n, level1Used: 0n, level2Used: 0n };

type Used = Pick<StoredUsage, 'usedBytes' | 'level1Used' | 'level2Used'>;

export function volumesAfter(
  { subscription, usage }: Draft,
  ending: Ending,
  { usedBytes, level1Used: level1, level2Used: level2 }: Used,
): Rollover {
  const { volumes } = subscription.offer;
  const caps = capsOf(volumes, volumeOf(volumes.bw1Gb));
  const carryoverBytes = BigInt(ending.carryoverBytes);
  const ended: EndedPeriod = {
    used: { level1, level2, level3: usedBytes - level1 - level2 },
    planBytes: ending.quotaBytes === null ? null : BigInt(ending.quotaBytes) - carryoverBytes,
    carryoverBytes,
    topups: ending.topups,
  };
  return usage === 'restart' ? rollOver(ended, caps, ending.carriesOver) : switchVolumes(ended, caps);
}
