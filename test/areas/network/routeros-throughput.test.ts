import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { averageOf } from '../../../src/areas/network/routeros/throughput/interims.ts';
import { execute, sql } from '../../../src/db/sql.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { routersOf, type TestRouter } from '../../fixtures/router.ts';
import { Shop } from '../../fixtures/subscriber.ts';
import { makeUser } from '../../fixtures/tenants.ts';

interface Rate {
  readonly down_kbps: number;
  readonly up_kbps: number;
}

const api = await startApi();
const makeRouter = await routersOf(api);
const shop = await Shop.open(api);
const sessions: { id: string; username: string }[] = [];

beforeAll(async () => {
  for (let count = 0; count < 5; count++) await (await shop.subscribe({ prepaid_postpaid: 'Postpaid' })).dialIn();
  sessions.push(...(await api.ok<typeof sessions>('session/live', { rows_limit: 10 }, shop.me)));
});

/** All sessions are on it, each with an interface of its own. */
async function online(): Promise<TestRouter> {
  const router = await makeRouter(shop.me);
  await router.confirm();
  const update = sql`UPDATE radius.session SET nas_id = ${router.id}, ended_at = NULL, ip = '100.64.7.0'::inet + id`;
  await execute(api.db.pool, update);
  router.simulator.tables.set(
    '/interface',
    sessions.map(({ username }) => ({
      ...{ name: `<pppoe-${username}>`, type: 'pppoe-in' },
      ...{ 'rx-bits-per-second': '1500400', 'tx-bits-per-second': '20000000' },
    })),
  );
  return router;
}

const staff = () => makeUser(api, shop.me, { roles: 'Support', ispid: shop.ispid });
const asked = (router: TestRouter, path: string) => router.simulator.asked.filter(([command]) => command === path);

/** Watches a session until it has so many rates, or the stream ends. Stops when the test is over. */
async function watch({ id }: { id: string }, { userid, api_key }: Credentials, wanted = 3) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const body = new URLSearchParams({ id, userid: String(userid), api_key });
  const response = await fetch(`${api.url}/api/session/throughput`, { method: 'POST', body, signal: stop.signal });
  if (response.status !== 200) {
    return { status: response.status, error: ((await response.json()) as { error: string }).error, rates: [], stop };
  }
  const rates: Rate[] = [];
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    for (const [, data = ''] of part.value.matchAll(/event: rate\ndata: (.*)\n\n/g))
      rates.push(JSON.parse(data) as Rate);
    if (rates.length >= wanted) break;
  }
  return { status: response.status, error: null, rates, stop };
}

describe('the rates of a session', () => {
  it('come once a second, and twenty watchers cost the router one question a second', async () => {
    const router = await online();
    const users = await Promise.all(Array.from({ length: 5 }, staff));
    const [session] = sessions;
    if (!session) throw new Error('nobody is online');
    const began = performance.now();
    const all = await Promise.all(users.flatMap((user) => Array.from({ length: 4 }, () => watch(session, user))));
    const seconds = (performance.now() - began) / 1_000;
    for (const { rates } of all)
      expect(rates.slice(0, 3)).toEqual(Array(3).fill({ down_kbps: 20_000, up_kbps: 1_500, source: 'router' }));
    expect(asked(router, '/interface/print')).toHaveLength(1);
    expect(asked(router, '/interface/monitor-traffic').length).toBeLessThanOrEqual(seconds + 1);
    expect(router.simulator.connections).toBe(1);
    for (const { stop } of all) stop.abort();
    const count = () => asked(router, '/interface/monitor-traffic').length;
    // Nobody watches any more, so soon nothing is asked.
    let before = -1;
    await expect
      .poll(
        () => {
          const same = before === count();
          before = count();
          return same;
        },
        { interval: 1_500, timeout: 10_000 },
      )
      .toBe(true);
  }, 30_000);

  it('are those of the simple queue where there is no interface', async () => {
    const router = await online();
    router.simulator.tables.set('/interface', []);
    const [, session] = sessions;
    if (!session) throw new Error('nobody is online');
    const me = await staff();
    expect(await watch(session, me, 1)).toMatchObject({
      status: 409,
      error: 'the router has neither a PPPoE interface nor a simple queue for this session',
    });
    const [live] = await api.ok<{ ip: string }[]>('session/live', { username: session.username }, shop.me);
    router.simulator.tables.set('/queue/simple', [{ name: 'q', target: `${live?.ip}/32`, rate: '512000/4096000' }]);
    expect((await watch(session, me, 1)).rates).toEqual([{ down_kbps: 4_096, up_kbps: 512, source: 'router' }]);
  });

  it('of a hotspot are those of the queue of its user', async () => {
    const router = await online();
    router.simulator.tables.set('/interface', []);
    const [session] = sessions;
    if (!session) throw new Error('nobody is online');
    const queue = { name: `<hotspot-${session.username}>`, target: '10.5.0.0/24', rate: '100000/900000' };
    router.simulator.tables.set('/queue/simple', [queue]);
    expect((await watch(session, await staff(), 1)).rates).toEqual([
      { down_kbps: 900, up_kbps: 100, source: 'router' },
    ]);
  });

  it('are averages of what was reported where the NAS has no API', async () => {
    const router = await online();
    await execute(api.db.pool, sql`UPDATE radius.nas SET api_enable = false WHERE id = ${router.id}`);
    const [, , session] = sessions;
    if (!session) throw new Error('nobody is online');
    const report = (seconds: number, up: number, down: number) =>
      execute(
        api.db.pool,
        sql`UPDATE radius.session SET session_time = ${seconds}, in_bytes = ${up}, out_bytes = ${down} WHERE id = ${session.id}::bigint`,
      );
    await report(0, 0, 0);
    const me = await staff();
    expect(await watch(session, me, 1)).toMatchObject({
      status: 409,
      error: 'the NAS has no API, and has not reported what the session carries; watch it again after its next report',
    });
    await report(100, 1_000_000, 10_000_000);
    const first = { down_kbps: 800, up_kbps: 80, source: 'accounting', seconds: 100 };
    expect((await watch(session, me, 2)).rates).toEqual([first, first]);
    const before = { seconds: 100, up: 1_000_000, down: 10_000_000 };
    const next = { serviceId: null, ispId: 1, at: new Date(), seconds: 400, up: 4_750_000, down: 47_500_000 };
    expect(averageOf(before, next)).toEqual({ down: 1_000, up: 100, seconds: 300 });
    // A counter that began again carries nothing less than nothing.
    expect(averageOf(before, { ...next, up: 0 })).toMatchObject({ up: 0 });
    expect(averageOf(next, next)).toBeNull();
    expect(router.simulator.connections).toBe(0);
  }, 20_000);

  it('are watched of four sessions of a router at once, and of four sessions by one person', async () => {
    await online();
    const users = await Promise.all([staff(), staff()]);
    const four = await Promise.all(sessions.slice(0, 4).map((session) => watch(session, users[0] as Credentials, 1)));
    expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const fifth = sessions[4] as { id: string };
    expect(await watch(fifth, users[1] as Credentials, 1)).toMatchObject({
      status: 429,
      error: '4 sessions of this router are watched already; close one of them',
    });
    expect((await watch(sessions[0] as { id: string }, users[0] as Credentials, 1)).error).toBe(
      'you already watch 4 sessions; close one of them',
    );
  });

  it('end with the session', async () => {
    await online();
    const last = sessions[4] as { id: string };
    const me = await staff();
    const watching = watch(last, me, 100);
    await execute(api.db.pool, sql`UPDATE radius.session SET ended_at = now() WHERE id = ${last.id}::bigint`);
    const { status } = await watching;
    expect([200, 404]).toContain(status);
    await execute(api.db.pool, sql`UPDATE radius.session SET ended_at = NULL`);
  }, 20_000);
});
