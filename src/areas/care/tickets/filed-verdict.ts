import type { Permission } from '../../../core/access/permission.ts';
import { Fault } from '../../../core/fault.ts';
import type { ListCall } from '../../../core/list/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { readVerdict } from '../../subscribers/overview/get.ts';

/** How a service was served when its ticket was filed. */
export interface FiledVerdict {
  readonly verdict: string | null;
  readonly verdictCode: string | null;
}

const NO_VERDICT: FiledVerdict = { verdict: null, verdictCode: null };

/** Amounts are left out: not everybody who reads tickets may know what is owed. */
const KNOWS: ReadonlySet<Permission> = new Set(['session.read']);

type Dependencies = Parameters<typeof readVerdict>[0];

/** A complaint is taken also when nobody can tell how the service is served. @throws Fault of kind `notFound` */
export async function verdictAtFiling(
  dependencies: Dependencies,
  caller: ListCall,
  serviceId: number | undefined,
): Promise<FiledVerdict> {
  if (serviceId === undefined) return NO_VERDICT;
  try {
    const { text, verdict } = await readVerdict(dependencies, { ...caller, permissions: KNOWS }, serviceId);
    return { verdict: text, verdictCode: verdict };
  } catch (error) {
    if (error instanceof Fault && error.kind !== 'notFound') return NO_VERDICT;
    throw error;
  }
}

/** Open sessions and those that ended have an index each. */
const latest = (which: Sql, serviceId: number): Sql =>
  sql`(SELECT n.id FROM radius.session x JOIN radius.nas n ON n.id = x.nas_id AND n.isp_id = x.isp_id
    WHERE x.service_id = ${serviceId} AND ${which} ORDER BY x.started_at DESC LIMIT 1)`;

/** The NAS of the latest session. */
export async function nasOf(tx: Tx, serviceId: number | null): Promise<number | null> {
  if (serviceId === null) return null;
  const [open, ended] = [latest(sql`x.ended_at IS NULL`, serviceId), latest(sql`x.ended_at IS NOT NULL`, serviceId)];
  const [row] = await query<{ nasId: number | null }>(tx, sql`SELECT coalesce(${open}, ${ended}) AS "nasId"`);
  return row?.nasId ?? null;
}
