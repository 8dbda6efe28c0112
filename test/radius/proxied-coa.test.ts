import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas, makeProxy, type NasOptions } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const PROXY_IP = '127.3.200.1';
const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const { network, acctPort } = await startTestServer(db);
/** The CoA ports of the proxy, and of a NAS that can be reached without it. */
const proxy = await CoaNas.open(PROXY_IP, 'proxied');
const reachable = await CoaNas.open('127.3.200.2', 'testing123');
const made = await makeProxy(db, null, { ip: PROXY_IP, coaPort: proxy.port });
afterAll(() => {
  proxy.close();
  reachable.close();
});
beforeEach(() => {
  proxy.packets.length = 0;
  reachable.packets.length = 0;
  proxy.disconnect = 'ack';
});

async function attach(fields: NasOptions): Promise<number> {
  const { id } = await makeNas(db, isp, { proxyId: made.id, coaBy: 'proxy', ...fields });
  await until(async () => !/no longer exists|is unknown/.test(JSON.stringify(await network.disconnect(sessionAt(id)))));
  proxy.packets.length = 0;
  return id;
}

const sessionAt = (nasId: number, username = 'alice') => ({ nasId, username, acctSessionId: 's1', framedIp: null });

/** The types and values of a packet's attributes, without those that every request has. */
function named({ packets }: CoaNas): (readonly [number, string])[] {
  const [packet] = packets;
  const found: [number, string][] = [];
  for (let at = 20; packet !== undefined && at < packet.bytes.length; at = packet.next(at)) {
    const type = packet.bytes[at] as number;
    if (![80, 55, 1, 44].includes(type)) found.push([type, (packet.octetsAt(at) as Buffer).toString('hex')]);
  }
  return found;
}

describe('a Disconnect-Request to a NAS behind a proxy', () => {
  it('goes straight to the NAS, with its secret, unless the NAS says otherwise', async () => {
    const id = await attach({ ip: reachable.ip, coaPort: reachable.port, coaBy: 'nas', identifier: 'direct' });
    reachable.packets.length = 0;
    expect(await network.disconnect(sessionAt(id))).toEqual({ result: 'acknowledged' });
    expect(named(reachable)).toEqual([[4, '7f03c802']]);
    expect(proxy.packets).toEqual([]);
  });

  it('goes to the proxy, with its secret and the names of the NAS', async () => {
    const address = await attach({ ip: '10.30.0.1', coaPort: 1234 });
    expect(await network.disconnect(sessionAt(address))).toEqual({ result: 'acknowledged' });
    expect(named(proxy)).toEqual([[4, '0a1e0001']]);
    const identified = await attach({ ip: '10.30.0.2', identifier: 'bng\uf7ff', ipv6: '2001:db8::a:1' });
    expect(await network.disconnect(sessionAt(identified))).toEqual({ result: 'acknowledged' });
    expect(named(proxy)).toEqual([
      [4, '0a1e0002'],
      [95, '20010db80000000000000000000a0001'],
      [32, '626e67ff'],
    ]);
  });

  it('names it by the Operator-NAS-Identifier that the proxy gave it, on every node and after a restart', async () => {
    const id = await attach({ ip: '10.30.0.3' });
    const { username } = await makeService(db, plan);
    const hop = await TestNas.open({ ip: PROXY_IP }, 'proxied');
    const start = accounting({ type: 'Start', username, session: 'operator', at: Date.now() });
    const value = Buffer.concat([Buffer.of(8), Buffer.from([0, 255, 65])]);
    const request = hop.accountingRequest([...start, ['NAS-IP-Address', '10.30.0.3'], [241, value]]);
    expect((await hop.ask(acctPort, request))?.code).toBe('Accounting-Response');
    hop.close();
    await until(async () => {
      await network.disconnect(sessionAt(id));
      return named({ ...proxy, packets: proxy.packets.slice(-1) } as CoaNas).length === 2;
    });
    proxy.packets.length = 0;
    const another = await startTestServer(db);
    expect(await another.network.disconnect(sessionAt(id))).toEqual({ result: 'acknowledged' });
    expect(named(proxy)).toEqual([
      [4, '0a1e0003'],
      [241, '0800ff41'],
    ]);
    const [row] = await query<{ same: boolean }>(
      db.pool,
      sql`SELECT updated_at = created_at AS same FROM radius.nas WHERE id = ${id}`,
    );
    expect(row?.same).toBe(true);
  });

  it('that is refused by the proxy says why', async () => {
    proxy.disconnect = 502;
    const id = await attach({ ip: '10.30.0.4' });
    expect(await network.disconnect(sessionAt(id))).toMatchObject({
      result: 'refused',
      reason: expect.stringMatching(/not.routable/i),
    });
  });
});

describe('many requests through one proxy', () => {
  let ids: number[];
  beforeAll(async () => {
    proxy.disconnect = 'ack';
    ids = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => (await makeNas(db, isp, { ...via, ip: `10.31.0.${at}` })).id),
    );
    await until(async () =>
      (await Promise.all(ids.map((id) => network.disconnect(sessionAt(id))))).every(
        ({ result }) => result === 'acknowledged',
      ),
    );
  });
  const via = { proxyId: made.id, coaBy: 'proxy' };

  it('have identifiers of their own and get their own answers', async () => {
    proxy.packets.length = 0;
    const outcomes = await Promise.all(
      ids.flatMap((id) => Array.from({ length: 2 }, (_, at) => network.disconnect(sessionAt(id, `u${at}`)))),
    );
    expect(outcomes.filter(({ result }) => result === 'acknowledged')).toHaveLength(48);
    expect(proxy.packets).toHaveLength(48);
  });

  it('to NASes that are silent do not pause those to others', async () => {
    proxy.disconnect = 'silence';
    const [silent = 0, lively = 0] = ids;
    for (let count = 0; count < 3; count++) await network.disconnect(sessionAt(silent));
    proxy.disconnect = 'ack';
    expect(await network.disconnect(sessionAt(silent))).toMatchObject({ result: 'silent' });
    expect(await network.disconnect(sessionAt(lively))).toEqual({ result: 'acknowledged' });
  });
});

describe('a proxy whose address was forbidden later', () => {
  it('gets nothing sent', async () => {
    const guarded = await startTestServer(db, { settings: { NAS_FORBIDDEN_NETWORKS: PROXY_IP } });
    const id = await attach({ ip: '10.30.0.9' });
    await until(
      async () => !/no longer exists|is unknown/.test(JSON.stringify(await guarded.network.disconnect(sessionAt(id)))),
    );
    proxy.packets.length = 0;
    expect(await guarded.network.disconnect(sessionAt(id))).toMatchObject({ result: 'refused' });
    expect(proxy.packets).toEqual([]);
  });
});
