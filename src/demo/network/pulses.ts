import { REJECT_KINDS } from '../../areas/network/series/vocabulary.ts';
import type { Database } from '../../db/database.ts';
import { execute, join, query, raw, type Sql, sql } from '../../db/sql.ts';
import { rejectKindOf } from '../../radius/state/pulse/reject-kind.ts';
import type { Calendar } from '../history/calendar.ts';
import { OwnerPulse, SUMMED } from './owner-pulse.ts';

interface Demo {
  readonly db: Pick<Database, 'pool'>;
  readonly calendar: Calendar;
  readonly ispId: number;
}

/** As nodes and jobs keep it: two days of minutes, hours of all days. */
const MINUTES_KEPT = 2 * 1_440;
/** Names the pulse of the whole ISP. */
const WHOLE_ISP = 0;

/** Writes what graphs and the health of NASes show, counted from the sessions, log-ins and volumes of the history. */
export async function writePulses(demo: Demo): Promise<void> {
  const owners = new Owners(demo.calendar);
  await countSessions(demo, owners);
  await countLogIns(demo, owners);
  await countVolumes(demo, owners);
  await save(demo, sql`radius.pulse`, { at: 'minute', rows: owners.rows((pulse) => pulse.minutes()) });
  await save(demo, sql`radius.pulse_hour`, { at: 'hour', rows: owners.rows((pulse) => pulse.hours()) });
  await writeNasPulses(demo);
}

/** The pulses of the resellers, and of the ISP with all of them. */
class Owners {
  readonly #calendar: Calendar;
  readonly #pulses = new Map<number, OwnerPulse>();

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  /** The pulses that something of a reseller, or of the ISP itself (null), counts for. */
  of(resellerId: number | null): OwnerPulse[] {
    return [...new Set([WHOLE_ISP, resellerId ?? WHOLE_ISP])].map((id) => {
      const pulse = this.#pulses.get(id) ?? new OwnerPulse(this.#calendar, MINUTES_KEPT);
      this.#pulses.set(id, pulse);
      return pulse;
    });
  }

  rows(slots: (pulse: OwnerPulse) => Slot[]): OwnerSlot[] {
    return [...this.#pulses].flatMap(([resellerId, pulse]) => slots(pulse).map((slot) => ({ ...slot, resellerId })));
  }
}

type Slot = ReturnType<OwnerPulse['minutes']>[number];
type OwnerSlot = Slot & { readonly resellerId: number };

async function countSessions({ db, ispId, calendar }: Demo, owners: Owners): Promise<void> {
  const sessions = await query<{ reseller_id: number | null; from_ms: number; upto_ms: number | null }>(
    db.pool,
    sql`SELECT reseller_id, extract(epoch FROM started_at)::float8 * 1000 AS from_ms,
          extract(epoch FROM ended_at)::float8 * 1000 AS upto_ms
        FROM radius.session_all WHERE isp_id = ${ispId} AND service_id IS NOT NULL`,
  );
  const now = calendar.now.getTime();
  for (const { reseller_id, from_ms, upto_ms } of sessions)
    for (const pulse of owners.of(reseller_id)) pulse.online(from_ms, upto_ms ?? now);
}

async function countLogIns({ db, ispId }: Demo, owners: Owners): Promise<void> {
  const logIns = await query<{ reseller_id: number | null; at_ms: number; accepted: boolean; reason: string | null }>(
    db.pool,
    sql`SELECT reseller_id, extract(epoch FROM at)::float8 * 1000 AS at_ms, response = 'Access-Accept' AS accepted, reason
        FROM radius.auth_log WHERE isp_id = ${ispId}`,
  );
  for (const { reseller_id, at_ms, accepted, reason } of logIns) {
    const name = accepted ? 'accepts' : REJECT_KINDS[rejectKindOf(reason ?? '')];
    for (const pulse of owners.of(reseller_id)) pulse.add(name ?? 'other', at_ms, 1);
  }
}

async function countVolumes({ db, ispId }: Demo, owners: Owners): Promise<void> {
  const days = await query<{ reseller_id: number | null; day: string; up: number; down: number }>(
    db.pool,
    sql`SELECT s.reseller_id, d.day::text AS day, sum(d.in_bytes)::float8 AS up, sum(d.out_bytes)::float8 AS down
        FROM radius.daily_usage d JOIN crm.service s ON s.id = d.service_id
        WHERE s.isp_id = ${ispId} GROUP BY 1, 2`,
  );
  for (const { reseller_id, day, up, down } of days)
    for (const pulse of owners.of(reseller_id)) pulse.addVolume(day, { up, down });
}

interface Table {
  readonly at: 'minute' | 'hour';
  readonly rows: readonly OwnerSlot[];
}

async function save({ db, ispId }: Demo, table: Sql, { at, rows }: Table): Promise<void> {
  const names = join(SUMMED.map(raw), ', ');
  const sums = SUMMED.map((name) => sql`${rows.map(({ sums }) => Math.round(sums[name] ?? 0))}::bigint[]`);
  await execute(
    db.pool,
    sql`INSERT INTO ${table} (isp_id, reseller_id, ${raw(at)}, online, ${names})
        SELECT ${ispId}, r.reseller_id, to_timestamp(r.at_ms / 1000), r.online, ${names}
        FROM unnest(${rows.map(({ resellerId }) => resellerId)}::int[], ${rows.map((row) => row.at)}::float8[],
          ${rows.map(({ online }) => online)}::int[], ${join(sums, ', ')}) AS r (reseller_id, at_ms, online, ${names})`,
  );
}

/** When each NAS was last heard, and its log-ins of the last hour. */
async function writeNasPulses({ db, calendar, ispId }: Demo): Promise<void> {
  await execute(
    db.pool,
    sql`INSERT INTO radius.nas_heard (nas_id, auth_at, acct_at)
        SELECT n.id, (SELECT max(a.at) FROM radius.auth_log a WHERE a.nas_id = n.id AND a.isp_id = n.isp_id),
          (SELECT max(x.updated_at) FROM radius.session_all x WHERE x.nas_id = n.id)
        FROM radius.nas n WHERE n.isp_id = ${ispId} AND n.deleted_at IS NULL`,
  );
  await execute(
    db.pool,
    sql`INSERT INTO radius.nas_pulse (nas_id, minute, accepts, rejects)
        SELECT a.nas_id, date_trunc('minute', a.at), count(*) FILTER (WHERE a.response = 'Access-Accept'),
          count(*) FILTER (WHERE a.response <> 'Access-Accept')
        FROM radius.auth_log a WHERE a.isp_id = ${ispId} AND a.at >= ${calendar.now}::timestamptz - interval '1 hour'
        GROUP BY 1, 2`,
  );
}
