import { beforeAll, describe, expect, it } from 'vitest';
import { execute, sql } from '../../../../src/db/sql.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { makeTenant, makeUser } from '../../../fixtures/tenants.ts';

type Row = Record<string, string | null>;

const api = await startApi();
const shop = await Shop.open(api);
let online: Subscriber;
let offline: Subscriber;

const list = (filter: Record<string, string | number> = {}, as: Credentials = shop.me) =>
  api.ok<Row[]>('subscriber/list', filter, as);
const names = async (filter: Record<string, string | number>) => (await list(filter)).map(({ username }) => username);

/** Gives the customer of a service a name and a number. */
async function call(subscriber: Subscriber, fields: Record<string, string>): Promise<void> {
  const { customerid } = await subscriber.shown();
  await api.ok('customer/update', { customerid: customerid ?? '', ...fields }, shop.me);
}

beforeAll(async () => {
  online = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  offline = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  await call(online, { name: 'Meena', surname: 'Iyer', mobile: '9811111111' });
  await call(offline, { name: 'Asha', mobile: '9822222222' });
  await online.dialIn();
  await execute(api.db.pool, sql`UPDATE radius.session SET ip = '10.0.0.7' WHERE service_id = ${online.id}`);
});

describe('the list of subscribers', () => {
  it('has what service/list has, with customer, plan and session', async () => {
    const [plan] = await api.ok<Row[]>('plan/list', { id: shop.planid }, shop.me);
    const [first, second] = await list();
    expect(first).toEqual({
      ...(await online.shown()),
      ...{ customername: 'Meena Iyer', mobile: '9811111111', planname: plan?.name, subplanname: 'Whole' },
      ...{ online: '1', ip: '10.0.0.7' },
    });
    expect(second).toMatchObject({ customername: 'Asha', online: '0', ip: null });
  });

  it('has a row once, though two sessions of a service are open', async () => {
    await online.dialIn();
    expect(await list({ serviceid: online.id })).toHaveLength(1);
    expect(await list({ online: 1, show_count: 1 })).toBe(1);
  });

  it('is filtered by customer and session as well', async () => {
    expect(await names({ customername: 'mee%' })).toEqual([online.username]);
    expect(await names({ mobile: '9822222222' })).toEqual([offline.username]);
    expect(await names({ online: 1 })).toEqual([online.username]);
    expect(await names({ online: 0 })).toEqual([offline.username]);
    expect(await names({ online: 1, mobile: '9822222222' })).toEqual([]);
  });

  it('is searched by whatever identifies a subscriber, next to other filters', async () => {
    const found = (search: string, filter = {}) => names({ search, ...filter });
    const part = online.username.slice(1);
    for (const text of [
      'mee',
      'Meena Iy',
      '+91 98111 11111',
      '98111-11111',
      online.username.toUpperCase(),
      '10.0.0.7',
      part,
    ])
      expect([text, await found(text)]).toEqual([text, [online.username]]);
    await execute(api.db.pool, sql`UPDATE crm.service SET mac = '00:11:22:33:44:55' WHERE id = ${offline.id}`);
    for (const text of ['00-11-22-33-44-55', '0011.2233.4455', 'ash', String(offline.id)])
      expect([text, await found(text)]).toEqual([text, [offline.username]]);
    expect(await found('mee', { online: 0 })).toEqual([]);
    expect(await list({ search: 'mee', show_count: 1 })).toBe(1);
    expect(await found('nobody')).toEqual([]);
  });

  it('searches only what the caller may see', async () => {
    const { ispid } = shop as unknown as { ispid: number };
    const network = await makeUser(api, shop.me, { ispid, roles: 'Network' });
    const billing = await makeUser(api, shop.me, { ispid, roles: 'Accounts' });
    const found = async (search: string, as: Credentials) =>
      (await list({ search }, as)).map(({ username }) => username);
    expect(await found('mee', network)).toEqual([]);
    expect(await found('9811111111', network)).toEqual([]);
    expect(await found('10.0.0.7', network)).toEqual([online.username]);
    expect(await found('10.0.0.7', billing)).toEqual([]);
    expect(await found('mee', billing)).toEqual([online.username]);
    expect(await found('mee', (await makeTenant(api)).me)).toEqual([]);
  });

  it('is sorted by the name of the customer, and counted', async () => {
    expect(await names({ sort_field: 'customername' })).toEqual([offline.username, online.username]);
    expect(await names({ sort_field: 'customername', sort_order: 'desc' })).toEqual([
      online.username,
      offline.username,
    ]);
    expect(await list({ sort_field: 'customername', show_count: 1 })).toBe(2);
  });

  it('counts no ended session', async () => {
    await execute(api.db.pool, sql`UPDATE radius.session SET ended_at = now()`);
    expect((await list()).map((row) => row.online)).toEqual(['0', '0']);
    expect(await names({ online: 1 })).toEqual([]);
  });
});

describe('what a role may not see', () => {
  it('is null in the list, and no filter or order tells it', async () => {
    const network = await shop.user({ roles: 'Network' });
    const [row] = await list({ serviceid: online.id }, network);
    expect(row).toMatchObject({ username: online.username, customername: null, mobile: null, online: '0' });
    expect(row?.planname).toMatch(/^Plan/);
    for (const asked of [{ customername: 'M%' }, { mobile: '9811111111' }, { sort_field: 'customername' }]) {
      const { status, error } = await api.call('subscriber/list', asked, network);
      expect({ status, error }).toEqual({
        status: 403,
        error: expect.stringContaining('needs the permission customer.read'),
      });
    }
    expect(await list({ show_count: 1 }, network)).toBe(2);
    expect((await list({ serviceid: online.id }))[0]).toMatchObject({ customername: 'Meena Iyer' });
  });

  it('is nobody else’s service', async () => {
    const other = await makeTenant(api);
    expect((await list({ mobile: '9811111111' }, other.me)).map(({ serviceid }) => serviceid)).toEqual([]);
    expect((await list({}, other.me)).map(({ username }) => username)).toEqual([other.username]);
    const reseller = await shop.user({ resellerid: await shop.reseller() });
    expect(await list({}, reseller)).toEqual([]);
  });
});
