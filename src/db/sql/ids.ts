import { sql } from './fragment.ts';
import { query, type Runner } from './run.ts';

/** Ids that were taken from the sequences of tables, in ascending order. */
export interface Ids {
  /** @throws Error if fewer were reserved */
  next(table: string): number;
}

/** Takes ids of tables in one round trip, so that rows can refer to each other before they are inserted. */
export async function nextIds(on: Runner, counts: Readonly<Record<string, number>>): Promise<Ids> {
  const wanted = Object.entries(counts).filter(([, count]) => count > 0);
  const rows =
    wanted.length === 0
      ? []
      : await query<{ name: string; id: number }>(
          on,
          sql`SELECT w.name, nextval(w.counter) AS id
              FROM (SELECT name, count, pg_get_serial_sequence(name, 'id')::regclass AS counter
                FROM unnest(${wanted.map(([name]) => name)}::text[], ${wanted.map(([, count]) => count)}::int[]) AS t (name, count)
                OFFSET 0) w, generate_series(1, w.count)`,
        );
  const ids = new Map<string, number[]>();
  for (const { name, id } of rows) {
    const known = ids.get(name);
    if (known) known.push(id);
    else ids.set(name, [id]);
  }
  for (const each of ids.values()) each.sort((one, other) => other - one);
  return {
    next(table) {
      const id = ids.get(table)?.pop();
      if (id === undefined) throw new Error(`no id of ${table} is left`);
      return id;
    },
  };
}

/** Takes one id of a table. */
export async function nextId(on: Runner, table: string): Promise<number> {
  return (await nextIds(on, { [table]: 1 })).next(table);
}
