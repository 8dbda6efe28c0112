import { describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { routesOf } from '../../src/rest/routes.ts';
import { startApi } from '../fixtures/api.ts';
import { lockWaits } from '../fixtures/lock-waits.ts';
import { makeTenant, makeUser, type Tenant } from '../fixtures/tenants.ts';

const api = await startApi();
const tenant: Tenant = await makeTenant(api);
const { ispid, resellerid, serviceid, me } = tenant;
const TOP_UP = 'reseller/wallet_update';
const HOUR = 3_600_000;

const topUp = (idempotency_key: string, amt = 100, as = me) =>
  api.call(TOP_UP, { resellerid, action: 'TopUp', amt, idempotency_key }, as);
const wallet = async () =>
  Number((await api.db.prisma.reseller.findUniqueOrThrow({ where: { id: resellerid } })).wallet);
const keysLike = (key: string) => api.db.prisma.idempotencyKey.count({ where: { key } });
const events = () => api.db.prisma.auditEvent.count();

describe('a call with an idempotency_key', () => {
  it('is executed once, and its repeat gets the first answer', async () => {
    const before = await wallet();
    const first = await topUp('once');
    const audited = await events();
    const again = await topUp('once');
    expect([first.status, first.result]).toEqual([200, 'done']);
    expect([again.status, again.result]).toEqual([200, 'done']);
    expect(await wallet()).toBe(before + 100);
    expect(await events()).toBe(audited);
  });

  it('is the same call over REST and tRPC, whatever the order of its parameters', async () => {
    const before = await wallet();
    await topUp('both', 50);
    const response = await fetch(`${api.url}/trpc/reseller.wallet_update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-userid': String(me.userid), 'x-api-key': me.api_key },
      body: JSON.stringify({ json: { idempotency_key: 'both', amt: '50', action: 'TopUp', resellerid } }),
    });
    expect(await response.json()).toMatchObject({ result: { data: { json: 'done' } } });
    expect(await wallet()).toBe(before + 50);
  });

  it('is rejected if the key was used with other parameters, and changes nothing', async () => {
    await topUp('other', 10);
    const before = await wallet();
    const { status, error } = await topUp('other', 11);
    expect(status).toBe(409);
    expect(error).toBe('idempotency_key: was used with other parameters; a new call needs a new key');
    expect(await wallet()).toBe(before);
  });

  it('that fails leaves no key and can be retried', async () => {
    const settle = () =>
      api.call(TOP_UP, { resellerid, action: 'Settlement', amt: 5000, idempotency_key: 'failed' }, me);
    expect(await settle()).toMatchObject({ status: 409, error: expect.stringContaining('the wallet would fall') });
    expect(await keysLike('failed')).toBe(0);
    await topUp('cover', 5000);
    const before = await wallet();
    expect(await settle()).toMatchObject({ status: 200 });
    expect(await settle()).toMatchObject({ status: 200 });
    expect(await wallet()).toBe(before - 5000);
  });

  it('is separate for each user and each procedure', async () => {
    const before = await wallet();
    const colleague = await makeUser(api, api.admin, { ispid });
    await topUp('shared', 10);
    await topUp('shared', 20, colleague);
    const credits = { ispid, action: 'Add', credits: 7, idempotency_key: 'shared' };
    expect(await api.call('isp/credits_update', credits, api.admin)).toMatchObject({ status: 200 });
    expect(await wallet()).toBe(before + 30);
    expect(await keysLike('shared')).toBe(3);
  });

  it('is kept for 24 hours', async () => {
    const before = await wallet();
    const start = Date.now();
    api.clock.at = new Date(start);
    await topUp('day');
    api.clock.at = new Date(start + 24 * HOUR - 1);
    await topUp('day');
    expect(await wallet()).toBe(before + 100);
    api.clock.at = new Date(start + 24 * HOUR);
    expect(await topUp('day', 1)).toMatchObject({ status: 200 });
    expect(await topUp('day', 1)).toMatchObject({ status: 200 });
    expect(await wallet()).toBe(before + 101);
    api.clock.at = undefined;
  });

  it('takes a key of 1 to 200 characters', async () => {
    expect(await topUp('k'.repeat(200))).toMatchObject({ status: 200 });
    expect(await topUp('k'.repeat(201))).toMatchObject({
      status: 400,
      error: 'idempotency_key: must be a text of 1 to 200 characters',
    });
  });

  it('answers a repeat only if the caller has the permission', async () => {
    const clerk = await makeUser(api, api.admin, { ispid });
    await topUp('rights', 10, clerk);
    await api.ok('auth/user/update', { id: clerk.userid, roles: 'ReadOnly' }, me);
    expect(await topUp('rights', 10, clerk)).toMatchObject({ status: 403 });
  });

  it('of a rejected action leaves no key', async () => {
    const restore = { serviceid, action: 'restore', idempotency_key: 'action' };
    expect(await api.call('service/action', restore, me)).toMatchObject({ status: 409 });
    expect(await keysLike('action')).toBe(0);
  });
});

describe('a preview with an idempotency_key', () => {
  const change = { resellerid, action: 'TopUp', amt: 40 };
  const preview = (idempotency_key: string) => api.call(TOP_UP, { ...change, idempotency_key, preview: 'Y' }, me);

  it('leaves the key to the real call, and is made anew each time', async () => {
    const before = await wallet();
    const shown = await preview('confirm');
    expect(shown).toMatchObject({ status: 200, result: { amt: '40.00', balance: (before + 40).toFixed(2) } });
    expect(await keysLike('confirm')).toBe(0);
    await topUp('in between', 1);
    expect((await preview('confirm')).result).toMatchObject({ balance: (before + 41).toFixed(2) });
    for (const _ of ['the call', 'its repeat'])
      expect(await api.call(TOP_UP, { ...change, idempotency_key: 'confirm' }, me)).toMatchObject({ status: 200 });
    expect(await wallet()).toBe(before + 41);
  });

  it('whose key a real call has used is a preview like any other, and the key stays that call’s', async () => {
    await topUp('used', 40);
    const before = await wallet();
    const { status, result } = await preview('used');
    expect([status, result]).toEqual([200, expect.objectContaining({ balance: (before + 40).toFixed(2) })]);
    expect(await topUp('used', 40)).toMatchObject({ status: 200, result: 'done' });
    expect(await topUp('used', 41)).toMatchObject({ status: 409 });
    expect(await wallet()).toBe(before);
  });

  it('is refused if its key is none', async () => {
    expect(await preview('k'.repeat(201))).toMatchObject({ status: 400 });
  });

  it('leaves it to a payment, an action and one on many services', async () => {
    for (const [path, input] of [
      ['payment/new', { serviceid, amt: 30, mode: 'Online' }],
      ['service/action', { serviceid, action: 'suspend' }],
      ['service/action_many', { serviceids: serviceid, action: 'restore' }],
    ] as const) {
      const call = { ...input, idempotency_key: `real ${path}` };
      for (const asked of [{ ...call, preview: 'Y' }, { ...call, preview: 'N' }, call])
        expect(await api.call(path, asked, me), path).toMatchObject({ status: 200 });
      expect(await keysLike(call.idempotency_key), path).toBe(1);
    }
  });
});

describe('at the same moment', () => {
  it('twenty repeats are executed once, and all get its answer', async () => {
    for (const round of [1, 2, 3]) {
      const before = await wallet();
      const answers = await Promise.all(Array.from({ length: 20 }, () => topUp(`storm ${round}`, 3)));
      expect(answers.map(({ status, result }) => `${status} ${result}`)).toEqual(new Array(20).fill('200 done'));
      expect(await wallet()).toBe(before + 3);
    }
  });

  it('twenty repeats of a call that fails all fail, and leave no key', async () => {
    const before = await wallet();
    const settle = { resellerid, action: 'Settlement', amt: 9_999_999, idempotency_key: 'bad storm' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.call(TOP_UP, settle, me)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
    expect([await wallet(), await keysLike('bad storm')]).toEqual([before, 0]);
  });

  it('a repeat waits for the first call', async () => {
    const before = await wallet();
    const client = await api.db.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM crm.reseller WHERE id = $1 FOR UPDATE', [resellerid]);
    const settled: string[] = [];
    const calls = ['first', 'second'].map((name) => topUp('waits').finally(() => settled.push(name)));
    await lockWaits(api.db, 2);
    expect(settled).toEqual([]);
    await client.query('COMMIT');
    client.release();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await wallet()).toBe(before + 100);
  });
});

describe('an endpoint that is declared repeatable', () => {
  it('is one of those that move money or volume, and a mutation', () => {
    const repeatable = routesOf(appRouter).filter(({ meta }) => meta.repeatable);
    expect(repeatable.map(({ procedure }) => procedure)).toEqual(
      expect.arrayContaining([
        'isp.credits_update',
        'reseller.wallet_update',
        'service.action',
        'service.planchange',
        'service.topup',
      ]),
    );
    expect(repeatable.filter(({ type }) => type !== 'mutation')).toEqual([]);
    for (const { parameters } of repeatable) expect(Object.keys(parameters)).toContain('idempotency_key');
  });
});
