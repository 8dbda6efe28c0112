import type pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { turnsOf } from '../../src/rpc/turns.ts';
import { type Credentials, startApi } from '../fixtures/api.ts';
import { makeTenant, type Tenant } from '../fixtures/tenants.ts';

const api = await startApi();
const flooding = await makeTenant(api);
const second = await makeTenant(api);
const neighbour = await makeTenant(api);
const { lists, changes } = turnsOf(api.kernel);

/** Holds a lock in a transaction of its own, until it is released or the test is finished. */
async function hold(statement: string): Promise<() => Promise<void>> {
  const client: pg.PoolClient = await locks.connect();
  await client.query(`BEGIN; ${statement}`);
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('ROLLBACK');
    client.release();
  };
  onTestFinished(release);
  return release;
}
const locks = api.db.openPool({ name: 'locks', max: 4 });

const holdSettings = ({ ispid }: Tenant) => hold(`SELECT FROM crm.isp_setting WHERE isp_id = ${ispid} FOR UPDATE`);

/** Calls at once, and how many have been answered. */
function flood(count: number, call: (at: number) => Promise<{ status: number; headers: Headers }>) {
  const flood = { answered: 0, all: Promise.resolve([] as { status: number; headers: Headers }[]) };
  const calls = Array.from({ length: count }, async (_, at) => {
    const answer = await call(at);
    flood.answered += 1;
    return answer;
  });
  flood.all = Promise.all(calls);
  return flood;
}

const changeSettings = ({ me, ispid }: Tenant, count: number) =>
  flood(count, (at) => api.call('isp/settings_update', { ispid, np_grace_days: at % 20 }, me));

const updateCustomer = ({ me, customerid }: Tenant) => api.call('customer/update', { customerid, city: 'Mysuru' }, me);

/** All these calls have a slot or wait for one. */
const pending = (turns: typeof changes, count: number) =>
  vi.waitFor(() => expect(turns.waiting + SLOTS - turns.free).toBe(count), 60_000);

/** A third of the slots, and a free one; all that a tenant has while another one calls. */
const SLOTS = 4;

const trpc = (path: string, input: object, { userid, api_key }: Credentials) =>
  fetch(`${api.url}/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-userid': String(userid), 'x-api-key': api_key },
    body: JSON.stringify({ json: input }),
  });

describe('beside a tenant whose changes wait for each other', () => {
  it("a neighbour's change is answered while they wait, and they are all made in the end", async () => {
    const release = await holdSettings(flooding);
    const calls = changeSettings(flooding, 20);
    await pending(changes, 20);
    expect((await updateCustomer(neighbour)).status).toBe(200);
    expect(calls.answered).toBe(0);
    await release();
    expect((await calls.all).filter(({ status }) => status === 200)).toHaveLength(20);
    expect([changes.free, changes.waiting]).toEqual([SLOTS, 0]);
  });

  it("its own lists, and a neighbour's, are answered", async () => {
    const release = await holdSettings(flooding);
    const calls = changeSettings(flooding, 20);
    await pending(changes, 20);
    for (const { me } of [flooding, neighbour]) expect((await api.call('customer/list', {}, me)).status).toBe(200);
    expect(calls.answered).toBe(0);
    await release();
    await calls.all;
  });

  it('the server administrator waits for nobody, even if several tenants have taken all slots', async () => {
    const released = [await holdSettings(flooding), await holdSettings(second)];
    const floods = [changeSettings(flooding, 10), changeSettings(second, 10)];
    await pending(changes, 20);
    expect(changes.free).toBe(0);
    expect((await api.call('isp/update', { ispid: neighbour.ispid, city: 'Hubballi' }, api.admin)).status).toBe(200);
    expect(floods.map(({ answered }) => answered)).toEqual([0, 0]);
    for (const release of released) await release();
    await Promise.all(floods.map(({ all }) => all));
  });

  it('calls beyond what may wait are refused, in both APIs, with the time to try again', async () => {
    const release = await holdSettings(flooding);
    const calls = changeSettings(flooding, 205);
    await vi.waitFor(() => expect(changes.waiting).toBe(200), 60_000);
    const refused = await api.call('isp/settings_update', { ispid: flooding.ispid, np_grace_days: 1 }, flooding.me);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(refused.error).toBe('too many calls from the ISP are waiting; try again in 2 seconds');
    const typed = await trpc('isp.settings_update', { ispid: flooding.ispid, np_grace_days: 1 }, flooding.me);
    expect([typed.status, typed.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await updateCustomer(neighbour)).status).toBe(200);
    await release();
    const statuses = (await calls.all).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length + 2).toBe(changes.refused);
    expect([changes.free, changes.waiting]).toEqual([SLOTS, 0]);
  });

  it('a call whose caller has gone leaves the queue and changes nothing', async () => {
    const release = await holdSettings(flooding);
    const calls = changeSettings(flooding, 3);
    await pending(changes, 3);
    const leaving = new AbortController();
    const { userid, api_key } = flooding.me;
    const left = ['api/isp/settings_update', 'api/isp/settings_update'].map((path) =>
      fetch(`${api.url}/${path}`, {
        method: 'POST',
        body: new URLSearchParams({ ispid: String(flooding.ispid), np_grace_days: '25', userid: `${userid}`, api_key }),
        signal: leaving.signal,
      }).catch(() => 'gone'),
    );
    await pending(changes, 5);
    leaving.abort();
    expect(await Promise.all(left)).toEqual(['gone', 'gone']);
    await pending(changes, 3);
    await release();
    await calls.all;
    const settings = await api.ok<{ np_grace_days: string }>('isp/settings', { ispid: flooding.ispid }, flooding.me);
    expect(Number(settings.np_grace_days)).not.toBe(25);
    expect(changes.free).toBe(SLOTS);
  });
});

it('beside a tenant whose lists wait, a neighbour’s list is answered', async () => {
  const release = await hold('LOCK TABLE crm.lead');
  const calls = flood(20, () => api.call('lead/list', { name: 'R*' }, flooding.me));
  await pending(lists, 20);
  expect((await api.call('customer/list', { name: 'R*' }, neighbour.me)).status).toBe(200);
  expect(calls.answered).toBe(0);
  await release();
  expect((await calls.all).every(({ status }) => status === 200)).toBe(true);
  expect([lists.free, lists.waiting]).toEqual([SLOTS, 0]);
});

it('calls that fail give their slots back', async () => {
  const calls = flood(30, (at) => api.call('customer/update', { customerid: 99_999_999 - at, city: 'x' }, flooding.me));
  expect((await calls.all).every(({ status }) => status === 404)).toBe(true);
  expect([changes.free, changes.waiting]).toEqual([SLOTS, 0]);
});
