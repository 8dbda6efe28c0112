import { maskedRecord } from '../../../core/telephone/masked.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import { idsOfTypes } from './of-types.ts';

/** An event as other systems get it: in a stream and by webhooks. */
export interface FedEvent {
  readonly id: number;
  readonly type: string;
  readonly version: number;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly ispid: number;
  /** 0: the ISP itself. */
  readonly resellerid: number;
  readonly serviceid: number | null;
  readonly customerid: number | null;
  /** Which call caused it, and whose; both null: time or the network did. */
  readonly procedure: string | null;
  readonly username: string | null;
  readonly data: unknown;
}

interface Wanted {
  readonly after: number;
  readonly limit: number;
  /** Null: of all ISPs, for the administrator of the server. */
  readonly ispId: number | null;
  /** Names and groups; none: all. */
  readonly types: readonly string[];
  /** Telephone numbers are masked, as in the caller's lists. */
  readonly masks?: boolean;
  /** Over `e`. */
  readonly where: readonly Sql[];
}

/** The next events that meet the conditions, in the order of the feed. */
export async function readEvents(db: Pick<Database, 'pool'>, wanted: Wanted): Promise<FedEvent[]> {
  const { limit, types, ispId } = wanted;
  const where = [sql`e.id > ${wanted.after}::bigint`, ...wanted.where];
  const isOf = types.length === 0 ? sql`true` : sql`e.id IN ${idsOfTypes({ ispId, types, where, limit })}`;
  const rows = await query<Omit<FedEvent, 'timestamp'> & { at: Date }>(
    db.pool,
    sql`SELECT e.id::float8 AS id, e.type, e.version, e.at, e.isp_id AS ispid, coalesce(e.reseller_id, 0) AS resellerid,
          e.service_id AS serviceid, e.customer_id AS customerid, e.procedure, e.username, ${wanted.masks ? maskedRecord(sql`e.data`) : sql`e.data`} AS data
        FROM crm.event e WHERE ${join([...where, isOf], ' AND ')} ORDER BY e.id LIMIT ${limit}`,
  );
  return rows.map(({ at, ...event }) => ({
    ...{ id: event.id, type: event.type, version: event.version, timestamp: at.toISOString() },
    ...event,
  }));
}

/** The id of the newest event; 0: there is none. */
export async function newestEvent(db: Pick<Database, 'pool'>): Promise<number> {
  const [row] = await query<{ id: number }>(db.pool, sql`SELECT coalesce(max(id), 0)::float8 AS id FROM crm.event`);
  return row?.id ?? 0;
}
