import { beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { Shop } from '../../fixtures/subscriber.ts';
import { customerFields, serviceFields } from '../../fixtures/tenants.ts';

const api = await startApi();

type Preview = Readonly<Record<string, unknown>>;
type Parameters = Record<string, string | number>;

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open(api, { on: '2026-03-10', settings: { promise_days: 3 } });
});

const preview = (path: string, parameters: Parameters, as: Credentials = shop.me) =>
  api.ok<Preview>(path, { ...parameters, preview: 'Y' }, as);
const nameOf = async (id: number) => (await api.db.prisma.plan.findUniqueOrThrow({ where: { id } })).name;

describe('a preview has the old values beside the new ones,', () => {
  it('and of a plan change the names of both plans, the days that are credited and the new period', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.pay(499);
    const dear = await shop.plan({ amt1: 899 });
    shop.day('2026-03-20');
    const change = { serviceid: service.id, ...dear, schedule: 'immediately' };
    expect(await preview('service/planchange', change)).toMatchObject({
      ...{ status: 'Active', planname: await nameOf(dear.planid), subplanname: 'Whole' },
      ...{ valid_upto: '2026-04-19', os_amt: '560.97' },
      before: {
        ...{ status: 'Active', planid: String(shop.planid), planname: await nameOf(shop.planid) },
        ...{ subplanname: 'Whole', valid_upto: '2026-04-09', promise_upto: null, os_amt: '0.00' },
      },
      opens: { from: '2026-03-20', upto: '2026-04-19' },
      charges: [
        {
          ...{ kind: 'plan_credit', item: 'Internet', description: 'Internet: unused days' },
          ...{ from: '2026-03-20', upto: '2026-04-09', total: '-338.03' },
        },
        { kind: 'plan', item: 'Internet', from: '2026-03-20', upto: '2026-04-19', total: '899.00' },
      ],
    });
  });

  it('and of a postpaid renewal the days that are charged and those that begin', async () => {
    const service = await shop.subscribe();
    shop.day('2026-03-20');
    expect(await preview('service/action', { serviceid: service.id, action: 'renew' })).toMatchObject({
      ...{ valid_upto: '2026-04-20', before: { valid_upto: '2026-04-09', os_amt: '0.00' } },
      opens: { from: '2026-03-21', upto: '2026-04-20' },
      charges: [{ kind: 'plan', from: '2026-03-10', upto: '2026-03-20' }],
    });
  });

  it('and of a promise to pay its last day; it opens no period', async () => {
    const service = await shop.subscribe();
    await service.does('invoice');
    await service.does('npd');
    expect(await preview('service/action', { serviceid: service.id, action: 'restore' })).toMatchObject({
      ...{ status: 'Active', promise_upto: '2026-03-13', opens: null, charges: [] },
      before: { status: 'NPD', promise_upto: null, os_amt: '499.00' },
    });
  });

  it('but a new service has none', async () => {
    const customerid = await api.ok<number>('customer/create', { resellerid: 0, ...customerFields }, shop.me);
    const { planid, subplanid } = shop;
    const service = { customerid, planid, subplanid, username: 'fresh', ...serviceFields, installation_amt: 100 };
    expect(await preview('service/create', service)).toMatchObject({
      ...{ status: 'Active', before: null, opens: { from: '2026-03-10', upto: '2026-04-09' } },
      charges: [{ kind: 'installation', item: 'Installation', from: null, upto: null, total: '100.00' }],
    });
  });
});

describe('the credits of an ISP', () => {
  let resellerid: number;
  let franchisee: Credentials;
  beforeEach(async () => {
    resellerid = await shop.franchisee(5000);
    franchisee = await shop.user({ resellerid });
    await api.ok('isp/update', { ispid: shop.ispid, enable_usage_limit: 1 }, api.admin);
    await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Set', credits: 50 }, api.admin);
  });

  it('are in no preview of a franchisee, and in no sum of many; the ISP sees them', async () => {
    const service = await shop.subscribe({}, resellerid);
    const dear = await shop.plan({ amt1: 899 });
    shop.day('2026-03-20');
    const { id: serviceid } = service;
    const customerid = await api.ok<number>('customer/create', { resellerid, ...customerFields }, shop.me);
    const { planid, subplanid } = shop;
    const created = { customerid, planid, subplanid, username: 'next.house', ...serviceFields };
    const calls: [string, Parameters, string][] = [
      ['service/action', { serviceid, action: 'renew' }, '1.00'],
      ['service/planchange', { serviceid, ...dear, schedule: 'immediately' }, '0.00'],
      ['service/action_many', { serviceids: serviceid, action: 'renew' }, '1.00'],
      ['service/create', created, '1.00'],
      ['payment/new', { serviceid, amt: 10, mode: 'Online' }, '0.00'],
    ];
    for (const [path, parameters, credits] of calls) {
      expect([path, await preview(path, parameters)]).toMatchObject([path, { credits }]);
      expect([path, await preview(path, parameters, franchisee)]).toMatchObject([path, { credits: null }]);
    }
    const many = await preview('service/action_many', { serviceids: serviceid, action: 'renew' }, franchisee);
    expect(many.services).toMatchObject([{ ok: 'Y', preview: { credits: null, opens: { from: '2026-03-21' } } }]);
    const made = await api.ok('service/action_many', { serviceids: serviceid, action: 'renew' }, franchisee);
    expect(made).toMatchObject({ accepted: 1, credits: null });
    expect(await api.ok('isp/list', {}, franchisee)).toMatchObject([{ usage_credits: null }]);
    expect((await api.call('isp/credits_usage', {}, franchisee)).status).toBe(403);
  });

  it('are not the reason that a franchisee reads when there are none left', async () => {
    const service = await shop.subscribe({}, resellerid);
    await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Set', credits: 0 }, api.admin);
    shop.day('2026-03-20');
    const renewal = { serviceid: service.id, action: 'renew' };
    const sentence = 'the ISP cannot open a new period at the moment; please contact the ISP';
    expect(await api.call('service/action', renewal, franchisee)).toMatchObject({ status: 409, error: sentence });
    const many = { serviceids: service.id, action: 'renew', preview: 'Y' };
    const [shown] = (await api.ok<{ services: { error: string }[] }>('service/action_many', many, franchisee)).services;
    expect(shown?.error).toBe(sentence);
    const own = await api.call('service/action', renewal, shop.me);
    expect(own).toMatchObject({ status: 409, error: `ISP ${shop.ispid} has no credits left` });
  });
});
