import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { events } from '../../../../src/areas/insight/events/list.ts';
import { listEvents } from '../../../../src/areas/insight/events/list-events.ts';
import { readEvents } from '../../../../src/areas/insight/events/read-events.ts';
import type { Scope } from '../../../../src/core/tenancy/scope.ts';
import type { Database } from '../../../../src/db/database.ts';
import { execute, sql } from '../../../../src/db/sql.ts';
import { startApi } from '../../../fixtures/api.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';

const api = await startApi();
const one = await makeTenant(api);
const other = await makeTenant(api);
const ofIsp = (ispId: number) => ({ ispId, resellerId: null, locations: null }) as unknown as Scope;
const ofAll = { ispId: null, resellerId: null, locations: null } as unknown as Scope;
const ofReseller = (ispId: number, resellerId: number) => ({ ...ofIsp(ispId), resellerId }) as unknown as Scope;
const MANY = 20_000;
const RARE = 3;

/** Of the first ISP, sessions and three leads; of the other, leads: so statistics say that leads are frequent. */
beforeAll(async () => {
  const insert = (ispid: number, resellerid: number | null, type: string, count: number) =>
    execute(
      api.db.pool,
      sql`INSERT INTO crm.event (isp_id, reseller_id, type, version, subject_id, at, data)
          SELECT ${ispid}, ${resellerid}::int, ${type}, 1, n, now(), '{}' FROM generate_series(1, ${count}) n`,
    );
  await insert(one.ispid, one.resellerid, 'session.opened', MANY / 2);
  await insert(one.ispid, null, 'lead.created', RARE);
  await insert(one.ispid, one.resellerid, 'session.opened', MANY / 2);
  await insert(one.ispid, null, 'session.ended', MANY);
  await insert(other.ispid, null, 'lead.created', MANY);
  await execute(api.db.pool, sql`ANALYZE crm.event`);
});

interface Node {
  readonly Plans?: readonly Node[];
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Node Type': string;
}

/** What was read from the table and its indexes, whether it was returned or not. */
function rowsRead(node: Node): number {
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const isScan = /^(Index|Index Only|Seq|Bitmap Heap) Scan$/.test(node['Node Type']);
  return (isScan ? own * node['Actual Loops'] : 0) + (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);
}

/** Runs the work, and again what it asked the database, to see how much that reads. */
async function measured<T>(work: (db: Database) => Promise<T>): Promise<{ result: T; read: number }> {
  const asked: pg.QueryConfig[] = [];
  const pool = new Proxy(api.db.pool, {
    get: (target, name) =>
      name === 'query'
        ? (config: pg.QueryConfig) => {
            asked.push(config);
            return target.query(config);
          }
        : Reflect.get(target, name),
  });
  const result = await work({ pool, lookups: pool, history: (run: (on: pg.Pool) => unknown) => run(pool) } as never);
  let read = 0;
  for (const { text, values } of asked) {
    const explained = { text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values: values ?? [] };
    const { rows } = await api.db.pool.query(explained);
    read += rowsRead(rows[0]['QUERY PLAN'][0].Plan);
  }
  return { result, read };
}

const list = (scope: Scope, input: object) =>
  measured((db) => listEvents(db, { scope, zone: 'UTC', input: events.input.parse({ rows_limit: 50, ...input }) }));

describe('events of a rare type, from the beginning', () => {
  it.each([['lead.created'], ['lead.*'], ['lead.created,customer.*'], ['lead.*,payment.received']])(
    '%s: three are found without reading the rest',
    async (type) => {
      const { result, read } = await list(ofIsp(one.ispid), { after: 0, type: type.split(',') });
      expect(result).toHaveLength(RARE);
      expect(read).toBeLessThan(200);
    },
  );

  it('none are found, also by a reseller', async () => {
    const ofIspItself = await list(ofIsp(one.ispid), { after: 0, type: ['payment.received'] });
    expect(ofIspItself.result).toEqual([]);
    expect(ofIspItself.read).toBeLessThan(200);
    const own = await list(ofReseller(one.ispid, one.resellerid), {
      after: 0,
      type: ['lead.created', 'session.ended'],
    });
    expect(own.result).toEqual([]);
    expect(own.read).toBeLessThan(200);
  });

  it('frequent ones with them: a page is read of each, in the order of the feed', async () => {
    const { result, read } = await list(ofIsp(one.ispid), { after: 0, type: ['lead.*', 'session.opened'] });
    expect(result).toHaveLength(50);
    expect(read).toBeLessThan(400);
    const middle = await list(ofIsp(one.ispid), { after: MANY / 2 - 10, type: ['lead.*', 'session.opened'] });
    const types = (middle.result as { type: string }[]).map(({ type }) => type);
    expect(types.indexOf('lead.created')).toBeGreaterThan(0);
    expect(types.filter((type) => type === 'lead.created')).toHaveLength(RARE);
    const ids = (middle.result as { id: number }[]).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('of all ISPs, for the administrator of the server', async () => {
    const none = await list(ofAll, { after: 0, type: ['payment.received', 'invoice.*'] });
    expect(none.result).toEqual([]);
    expect(none.read).toBeLessThan(200);
    const { result, read } = await list(ofAll, { after: 0, type: ['lead.*'] });
    expect(result).toHaveLength(50);
    expect(new Set((result as { ispid: number }[]).map(({ ispid }) => ispid))).toEqual(
      new Set([one.ispid, other.ispid]),
    );
    expect(read).toBeLessThan(400);
    const stream = await measured((db) =>
      readEvents(db, { after: 0, limit: 20, ispId: null, where: [], types: ['payment.received'] }),
    );
    expect(stream.result).toEqual([]);
    expect(stream.read).toBeLessThan(200);
  });

  it('and the same for streams and webhooks', async () => {
    const wanted = { after: 0, limit: 20, ispId: one.ispid, where: [sql`e.isp_id = ${one.ispid}`] };
    const { result, read } = await measured((db) => readEvents(db, { ...wanted, types: ['lead.*', 'invoice.*'] }));
    expect(result.map(({ type }) => type)).toEqual(Array.from({ length: RARE }, () => 'lead.created'));
    expect(read).toBeLessThan(200);
  });

  it('nothing of another ISP, whatever is asked for', async () => {
    const theirs = await list(ofIsp(one.ispid), { after: 0, type: ['lead.created'], ispid: other.ispid });
    expect(theirs.result).toEqual([]);
  });
});
