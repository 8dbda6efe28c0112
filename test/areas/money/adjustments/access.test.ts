import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
let accounts: Credentials;
let support: Credentials;
beforeAll(async () => {
  shop = await Shop.open(api);
  accounts = await shop.user({ groupname: 'Employee', roles: 'Accounts', resellerid: 0, cash_limit: 1_000 });
  support = await shop.user({ groupname: 'Employee', roles: 'Support', resellerid: 0 });
});
beforeEach(() => shop.day('2026-03-10'));

const crediting = ({ id: serviceid }: Subscriber, amt: number, as: Credentials, more = {}) =>
  api.call('service/adjust', { serviceid, type: 'Credit', amt, reason: 'outage', ...more }, as);
const limit = (settings: Record<string, string | number>) =>
  api.ok('isp/settings_update', { ispid: shop.ispid, ...settings }, shop.me);
const overLimit = (username: string, ...[of, left, amt]: string[]) =>
  `amt: login user ${username} may adjust, write off and refund ${of} a day; ${left} of it is left, and this is ${amt}`;
const nameOf = async ({ userid }: Credentials) => {
  const [user] = await api.ok<Record<string, string>[]>('auth/user/list', { id: userid }, shop.me);
  return user?.username ?? '';
};
/** As its console is told. */
async function permissionsOf({ userid, api_key }: Credentials): Promise<string[]> {
  const headers = { 'x-userid': String(userid), 'x-api-key': api_key };
  const { permissions } = (await new Browser(api.url, { headers }).ok('login.me')) as { permissions: string[] };
  return permissions;
}

describe('who may adjust', () => {
  it('is nobody of a reseller: not its users, nor those of a franchisee, with all their roles', async () => {
    for (const resellerid of [await shop.reseller(), await shop.franchisee(1_000)]) {
      const theirs = await shop.user({ resellerid });
      const employee = await shop.user({ resellerid, groupname: 'Employee', roles: 'Admin,Accounts' });
      const service = await shop.subscribe({}, resellerid);
      for (const as of [theirs, employee])
        for (const [path, fields] of [
          ['service/adjust', { type: 'Credit', amt: 1 }],
          ['service/write_off', {}],
          ['payment/refund', { of: 'Advance', amt: 1, mode: 'Bank' }],
          ['service/delete', { write_off_reason: 'mine' }],
        ] as const) {
          const { status } = await api.call(path, { serviceid: service.id, reason: 'mine', ...fields }, as);
          expect([path, status]).toEqual([path, 403]);
        }
      expect(await api.ok('adjustment/list', {}, theirs)).toEqual([]);
    }
  });

  it('does not see nor change services of another ISP', async () => {
    const service = await shop.subscribe();
    await crediting(service, 10, shop.me);
    const stranger = (await Shop.open(api, { on: '2026-03-10' })).me;
    for (const [path, fields] of [
      ['service/adjust', { type: 'Credit', amt: 1 }],
      ['service/write_off', {}],
      ['payment/refund', { of: 'Advance', amt: 1, mode: 'Bank' }],
    ] as const)
      expect(await api.call(path, { serviceid: service.id, reason: 'mine', ...fields }, stranger)).toMatchObject({
        status: 404,
        error: `there is no service ${service.id}`,
      });
    expect(await api.ok('adjustment/list', { serviceid: service.id }, stranger)).toEqual([]);
    expect((await service.shown()).os_amt).toBe('-10.00');
  });

  it('is no call centre unless its ISP allows an amount, and then it may only adjust', async () => {
    const service = await shop.subscribe();
    const name = await nameOf(support);
    const refused = await crediting(service, 1, support);
    expect([refused.status, refused.error]).toEqual([409, overLimit(name, '0.00', '0.00', '1.00')]);
    expect(await permissionsOf(support)).not.toContain('service.adjust');
    await limit({ adjust_limit_support: 100 });
    expect((await crediting(service, 60, support)).status).toBe(200);
    expect((await crediting(service, 41, support)).error).toBe(overLimit(name, '100.00', '40.00', '41.00'));
    expect((await crediting(service, 41, support, { preview: 'Y' })).status).toBe(409);
    expect(await permissionsOf(support)).toContain('service.adjust');
    for (const path of ['service/write_off', 'payment/refund']) {
      const fields = { serviceid: service.id, of: 'Advance', amt: 1, mode: 'Bank', reason: 'mine' };
      expect((await api.call(path, fields, support)).status).toBe(403);
    }
    shop.day('2026-03-11');
    expect((await crediting(service, 100, support)).status).toBe(200);
  });

  it('moves in a day no more than its limit, all kinds together', async () => {
    await limit({ adjust_limit_accounts: 500 });
    const [one, owing] = [await shop.subscribe(), await shop.subscribe()];
    await owing.does('bill');
    expect((await crediting(one, 300, accounts)).status).toBe(200);
    const refund = { serviceid: one.id, of: 'Advance', amt: 150, mode: 'Bank', reason: 'moves away' };
    expect((await api.call('payment/refund', refund, accounts)).status).toBe(200);
    const writeOff = await api.call('service/write_off', { serviceid: owing.id, reason: 'gone' }, accounts);
    expect(writeOff.error).toBe(overLimit(await nameOf(accounts), '500.00', '50.00', '499.00'));
    expect((await owing.shown()).os_amt).toBe('499.00');
    await limit({ adjust_limit_accounts: '' });
    expect((await api.call('service/write_off', { serviceid: owing.id, reason: 'gone' }, accounts)).status).toBe(200);
  });

  it('does not pass its limit by two calls at once', async () => {
    shop.day('2026-03-12');
    await limit({ adjust_limit_accounts: 100 });
    const services = await Promise.all([1, 2, 3, 4].map(() => shop.subscribe()));
    const answers = await Promise.all(services.map((service) => crediting(service, 60, accounts)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await limit({ adjust_limit_accounts: '' });
  });

  it('has no limit as an administrator', async () => {
    await limit({ adjust_limit_accounts: 1, adjust_limit_support: 1 });
    const service = await shop.subscribe();
    expect((await crediting(service, 1_000, shop.me)).status).toBe(200);
    expect((await crediting(service, 1_000, api.admin)).status).toBe(200);
    await limit({ adjust_limit_accounts: '', adjust_limit_support: 0 });
  });

  it('is in the audit, with the reason', async () => {
    const service = await shop.subscribe();
    await crediting(service, 25, accounts);
    const [event] = await api.ok<Record<string, string>[]>('audit/list', { procedure: 'service.adjust' }, shop.me);
    expect(JSON.stringify(event)).toContain('outage');
  });
});

it('the cash of a refund is nobody’s who belongs to no ISP', async () => {
  const service = await shop.subscribe();
  await service.pay(100);
  const cash = { serviceid: service.id, of: 'Advance', amt: 1, mode: 'Cash', reason: 'moves away' };
  expect(await api.call('payment/refund', cash, api.admin)).toMatchObject({
    status: 403,
    error: 'mode: only login users of an ISP can collect Cash',
  });
});
