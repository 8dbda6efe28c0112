import type { Kernel } from '../../../core/kernel.ts';
import { execute, join, raw, type Sql, sql } from '../../../db/sql.ts';
import { REJECT_KINDS } from './vocabulary.ts';

const MINUTES_KEPT_HOURS = 48;
const HOURS_KEPT_DAYS = 400;

const SUMS = ['accepts', ...REJECT_KINDS, 'up', 'down'].map((name) => raw(name));

/**
 * Sums minutes up to hours of the ISP's time zone and removes what is too old. May be repeated at any time: the hours since the
 * last one recorded are computed anew, from minutes that are all there.
 */
export async function rollUpSeries({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await execute(db.pool, rollUp(before(MINUTES_KEPT_HOURS - 1)));
  await execute(db.pool, rollUpNases(before(MINUTES_KEPT_HOURS - 1)));
  await execute(db.pool, sql`DELETE FROM radius.pulse WHERE minute < ${before(MINUTES_KEPT_HOURS)}`);
  await execute(db.pool, sql`DELETE FROM radius.pulse_hour WHERE hour < ${before(HOURS_KEPT_DAYS * 24)}`);
  await execute(db.pool, sql`DELETE FROM radius.nas_pulse WHERE minute < ${before(MINUTES_KEPT_HOURS)}`);
  await execute(db.pool, sql`DELETE FROM radius.nas_pulse_hour WHERE hour < ${before(HOURS_KEPT_DAYS * 24)}`);
}

function rollUp(earliest: Date): Sql {
  const summed = SUMS.map((name) => sql`sum(p.${name}) AS ${name}`);
  const replaced = SUMS.map((name) => sql`${name} = excluded.${name}`);
  return sql`
    WITH since AS MATERIALIZED (
      SELECT greatest(max(hour) - interval '1 hour', ${earliest}::timestamptz) AS at FROM radius.pulse_hour
    ), hours AS (
      SELECT p.isp_id, p.reseller_id, date_trunc('hour', p.minute, i.timezone) AS hour, max(p.online) AS online,
        ${join(summed, ', ')}
      FROM radius.pulse p JOIN crm.isp_setting i ON i.isp_id = p.isp_id
      WHERE p.minute >= (SELECT at FROM since) - interval '1 hour'
      GROUP BY 1, 2, 3
    )
    INSERT INTO radius.pulse_hour (isp_id, reseller_id, hour, online, ${join(SUMS, ', ')})
    SELECT * FROM hours WHERE hour >= (SELECT at FROM since)
    ON CONFLICT (isp_id, reseller_id, hour) DO UPDATE SET online = excluded.online, ${join(replaced, ', ')}`;
}

/** Of what graphs show. */
function rollUpNases(earliest: Date): Sql {
  return sql`
    WITH since AS MATERIALIZED (
      SELECT greatest(max(hour) - interval '1 hour', ${earliest}::timestamptz) AS at FROM radius.nas_pulse_hour
    ), hours AS (
      SELECT p.nas_id, date_trunc('hour', p.minute, i.timezone) AS hour, sum(p.up_octets) AS up, sum(p.down_octets) AS down,
        max(p.online) AS online
      FROM radius.nas_pulse p JOIN radius.nas n ON n.id = p.nas_id JOIN crm.isp_setting i ON i.isp_id = n.isp_id
      WHERE p.minute >= (SELECT at FROM since) - interval '1 hour'
      GROUP BY 1, 2
    )
    INSERT INTO radius.nas_pulse_hour (nas_id, hour, up_octets, down_octets, online)
    SELECT * FROM hours WHERE hour >= (SELECT at FROM since) AND up + down + online > 0
    ON CONFLICT (nas_id, hour) DO UPDATE
      SET up_octets = excluded.up_octets, down_octets = excluded.down_octets, online = excluded.online`;
}
