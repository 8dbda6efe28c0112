import { z } from 'zod';
import { readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { graphOf, kbpsOf, type nasGraph, period, type Span, spanOf } from '../traffic/graph.ts';

export const nasTraffic = z.strictObject({ id: wire.id(), period: period() });

interface Row {
  readonly at: Date;
  readonly up: number;
  readonly down: number;
  readonly online: number;
}

/**
 * What the sessions at a NAS have transferred, in the steps in which they reported it, and how many were open. A NAS that an ISP
 * shares is not found for its resellers, since the figures are of all of them. @throws Fault of kind `notFound`
 */
export async function readNasTraffic(
  { pool }: Pick<Database, 'pool'>,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
  input: z.output<typeof nasTraffic>,
): Promise<z.output<typeof nasGraph>> {
  const { id } = await readRecord<{ id: number }>(pool, scope, { what: 'NAS', id: input.id }, sql`x.id`);
  const span = spanOf(input.period, now);
  const rows = await query<Row>(
    pool,
    input.period === 'day' ? minutesOf(id, span) : hoursOf(id, { ...span, upto: now }),
  );
  return graphOf(
    span,
    rows.map(({ at, up, down, online }) => ({ at, dl: kbpsOf(down, span), ul: kbpsOf(up, span), online })),
  );
}

const minutesOf = (id: number, { from, upto, step }: Span): Sql => sql`
  SELECT date_bin(make_interval(secs => ${step}), p.minute, ${from}::timestamptz) AS at, sum(p.up_octets)::float8 AS up,
    sum(p.down_octets)::float8 AS down, max(p.online) AS online
  FROM radius.nas_pulse p WHERE p.nas_id = ${id} AND p.minute >= ${from} AND p.minute < ${upto}
  GROUP BY 1 HAVING sum(p.up_octets + p.down_octets + p.online) > 0 ORDER BY 1`;

/** That are over. The hours are those of the ISP, which may begin at half past. */
const hoursOf = (id: number, { from, upto }: Span): Sql => sql`
  SELECT p.hour AS at, p.up_octets::float8 AS up, p.down_octets::float8 AS down, p.online
  FROM radius.nas_pulse_hour p WHERE p.nas_id = ${id} AND p.hour >= ${from} AND p.hour + interval '1 hour' <= ${upto} ORDER BY 1`;
