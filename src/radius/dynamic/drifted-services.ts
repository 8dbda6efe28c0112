import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { authorise } from '../policy/authorise.ts';
import { sessionAccess } from '../policy/session-access.ts';
import { changeBetween } from '../policy/session-change.ts';
import { grantIn } from '../policy/session-class.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { ServiceFacts } from '../state/directory/service.ts';
import { currentAccess, type LiveSession } from './live-session.ts';

/** Few, since no packet is answered while they are compared, which takes some 50 µs each. */
const PAGE_ROWS = 200;
/** For each millisecond of comparing, so many are left to packets and calls. */
const REST = 2;

/** The services with these ids, as far as they exist: from memory, or from the database where a node has none in memory. */
export type FindServices = (ids: readonly number[]) => Promise<(id: number) => ServiceFacts | undefined>;

export interface DriftOptions {
  readonly db: Pick<Database, 'pool'>;
  readonly directory: Pick<Directory, 'nas'>;
  readonly findServices: FindServices;
  readonly now: number;
}

interface Row extends Pick<LiveSession, 'id' | 'serviceId' | 'nasId' | 'mac' | 'sessionClass' | 'acknowledged'> {
  /** A change was requested but not acknowledged. */
  readonly isPending: boolean;
}

/**
 * The services with a live session that lacks the access it should have. A false positive costs one check. When the signal is
 * aborted, those that were found so far.
 */
export async function driftedServices(options: DriftOptions, signal?: AbortSignal): Promise<number[]> {
  const found = new Set<number>();
  for (let after = 0; ; ) {
    const rows = await query<Row>(
      options.db.pool,
      sql`SELECT id, service_id AS "serviceId", nas_id AS "nasId", mac, class AS "sessionClass", acknowledged,
            desired IS NOT NULL AND desired IS DISTINCT FROM acknowledged AS "isPending"
          FROM radius.session WHERE id > ${after} AND ended_at IS NULL AND service_id IS NOT NULL
          ORDER BY id LIMIT ${PAGE_ROWS}`,
    );
    const beganAt = performance.now();
    const service = await options.findServices([...new Set(rows.map(({ serviceId }) => serviceId))]);
    for (const row of rows) if (hasDrifted(row, service(row.serviceId), options)) found.add(row.serviceId);
    const last = rows.at(-1);
    if (rows.length < PAGE_ROWS || !last) return [...found];
    after = last.id;
    await sleep((performance.now() - beganAt) * REST, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) return [...found];
  }
}

function hasDrifted(row: Row, service: ServiceFacts | undefined, { directory, now }: DriftOptions): boolean {
  const nas = directory.nas(row.nasId);
  if (!nas || !service) return false;
  const decision = authorise({ service, nas, mac: row.mac, now });
  if (!decision.ok) return true;
  const wanted = sessionAccess(decision);
  // When the access granted at log-in is unknown, only a pending change can be missing.
  if (row.acknowledged === null && grantIn(row.sessionClass) === null) return row.isPending;
  const has = currentAccess(row, wanted);
  return has === null || changeBetween(has, wanted, nas.facts).by !== 'nothing';
}
