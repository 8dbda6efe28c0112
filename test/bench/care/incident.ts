import type pg from 'pg';
import { request, resultOf } from '../api/ask.ts';
import type { Child } from '../api/child.ts';
import { median } from '../api/load.ts';
import { table } from '../api/table.ts';

const ISP = 1;
const ROUNDS = 3;

/** An incident of all services of an ISP, the ticket of each linked: previewed, opened, and undone again. */
export async function incident(child: Child, pool: pg.Pool, say: (line: string) => void): Promise<void> {
  const filter = { planid: String(ISP) };
  const previews: number[] = [];
  const openings: number[] = [];
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let began = performance.now();
    const seen = (await resultOf(child, request('/api/incident/preview', ISP, filter))) as unknown as { count: string };
    previews.push(performance.now() - began);
    count = Number(seen.count);
    began = performance.now();
    const opened = { ...filter, kind: 'Outage', title: 'Fibre cut', count: String(count) };
    const id = await resultOf(child, request('/api/incident/create', ISP, opened));
    openings.push(performance.now() - began);
    await pool.query('UPDATE crm.ticket SET incident_id = NULL WHERE incident_id = $1', [id]);
    await pool.query('DELETE FROM crm.incident_service WHERE incident_id = $1', [id]);
    await pool.query('DELETE FROM crm.incident WHERE id = $1', [id]);
  }
  const print = table([`${count} services`, 'median ms', 'wanted'], say);
  print(['incident/preview', median(previews), 1_000]);
  print(['incident/create', median(openings), 10_000]);
}
