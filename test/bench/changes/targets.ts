import type pg from 'pg';
import type { Change, Target } from './changes.ts';

/** The first targets of a change, each with the ISP’s own accounts as further rows of crm.ledger_account. */
export async function readTargets(pool: pg.Pool, { targets }: Change, limit: number): Promise<Target[]> {
  const { rows } = await pool.query<Record<string, unknown>>(`${targets} LIMIT ${limit}`);
  const accounts = await accountsOfIsps(pool);
  return rows.map((row) => ({ ...texts(row), ...accounts.get(String(row['crm.isp'])) }));
}

async function accountsOfIsps(pool: pg.Pool): Promise<Map<string, Target>> {
  const { rows } = await pool.query<{ isp: number; ids: Record<string, unknown> }>(
    `SELECT isp_id AS isp, jsonb_object_agg('crm.ledger_account ' || coalesce(name, kind), id) AS ids
     FROM crm.ledger_account WHERE kind IN ('nominal', 'credits') GROUP BY isp_id`,
  );
  return new Map(rows.map(({ isp, ids }) => [String(isp), texts(ids)]));
}

const texts = (row: Record<string, unknown>): Target =>
  Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));

/** Which id of a target, if any, is that of a row. */
export function nameOf(target: Target, table: string, id: string): string | undefined {
  return Object.keys(target).find((name) => target[name] === id && (name === table || name.startsWith(`${table} `)));
}
