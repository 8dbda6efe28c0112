import { describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import { Shop, Subscriber } from '../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);

interface Row {
  serviceid: string;
  ok: string;
  error: string | null;
  preview: Record<string, unknown> | null;
}
interface Outcome {
  accepted: number;
  refused: number;
  amt: string;
  tax: string;
  total: string;
  invoiced: string;
  credits: string;
  wallets: { resellerid: string; before: string; after: string }[];
  services: Row[];
}
type Parameters = Record<string, string | number>;

const idsOf = (services: readonly Subscriber[]) => services.map(({ id }) => id).join(',');
const many = (shop: Shop, services: readonly Subscriber[], action: string, more: Parameters = {}) =>
  api.ok<Outcome>('service/action_many', { serviceids: idsOf(services), action, ...more }, shop.me);

/** All that the action could write. */
async function everything(): Promise<unknown> {
  const { rows } = await api.db.pool.query(`
    SELECT (SELECT jsonb_agg(s ORDER BY id) FROM crm.service s) AS services, (SELECT jsonb_agg(p ORDER BY id) FROM crm.period p) AS periods,
      (SELECT jsonb_agg(r ORDER BY id) FROM crm.reseller r) AS resellers, (SELECT jsonb_agg(i ORDER BY id) FROM crm.isp i) AS isps,
      (SELECT count(*) FROM crm.ledger_entry) AS entries, (SELECT count(*) FROM crm.charge) AS charges,
      (SELECT jsonb_agg(u ORDER BY service_id) FROM radius.usage u) AS usages, (SELECT count(*) FROM crm.outbox) AS effects`);
  return rows;
}

/** A service in each state, made the same way each time. */
async function oneOfEach(shop: Shop): Promise<Subscriber[]> {
  const postpaid = await shop.subscribe({ installation_amt: 100 });
  const suspended = await shop.subscribe();
  await suspended.does('suspend');
  const unpaid = await shop.subscribe();
  await unpaid.does('invoice');
  await unpaid.does('npd');
  const prepaid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await prepaid.pay(1200);
  const waiting = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  const reduced = await shop.subscribe();
  await reduced.does('np');
  return [postpaid, suspended, unpaid, prepaid, waiting, reduced];
}

const ACTIONS = ['update_usage', 'renew', 'invoice', 'bill', 'suspend', 'np', 'npd', 'restore', 'reconnect'];

describe('one action on many services', () => {
  it.each(ACTIONS)('%s does to each what the single call does to its twin', async (action) => {
    const shop = await Shop.open(api, { on: '2026-03-01', settings: { taxes: 'CGST:9,SGST:9' } });
    const [alone, together] = [await oneOfEach(shop), await oneOfEach(shop)];
    await shop.advanceOn('2026-03-11');
    const before = await everything();
    const shown = await many(shop, together, action, { preview: 'Y' });
    expect(await everything()).toEqual(before);
    const singles = [];
    for (const service of alone) {
      const { result } = await service.act(action, { preview: 'Y' });
      const { error } = await service.act(action);
      singles.push({ preview: result, error: error?.replaceAll(String(service.id), 'N') ?? null });
    }
    const own = ({ serviceid, error }: Row) => error?.replaceAll(serviceid, 'N') ?? null;
    expect(shown.services.map((row) => ({ preview: row.preview, error: own(row) }))).toEqual(singles);
    const made = await many(shop, together, action);
    expect({ ...made, services: made.services.map(own) }).toEqual({ ...shown, services: shown.services.map(own) });
    for (const [at, service] of together.entries()) {
      expect(await service.summary()).toBe(await alone[at]?.summary());
      expect(await service.ledger()).toEqual(await alone[at]?.ledger());
    }
    const charges = await api.db.prisma.charge.findMany({ where: { serviceId: { in: together.map(({ id }) => id) } } });
    const at = charges.filter(({ chargedOn }) => chargedOn.toISOString().startsWith('2026-03-11'));
    expect(at.reduce((sum, { total }) => sum + Number(total), 0).toFixed(2)).toBe(made.total);
  });

  it('takes the wallet of a franchisee for each service that it still pays for, in the order of their ids', async () => {
    const shop = await Shop.open(api, { on: '2026-03-01', plan: { amt1: 500 } });
    const resellerid = await shop.franchisee(850, { credit_limit: 100 });
    const services = [];
    for (const discount_amt of [0, 0, 0, 480]) services.push(await shop.subscribe({ discount_amt }, resellerid));
    const shown = await many(shop, [...services].reverse(), 'bill', { preview: 'Y' });
    const wallet = { resellerid: String(resellerid), before: '850.00', after: '-68.00' };
    expect(shown).toMatchObject({ accepted: 3, refused: 1, total: '1020.00', wallets: [wallet] });
    expect(shown.services.map(({ ok }) => ok)).toEqual(['Y', 'N', 'Y', 'Y']);
    expect(shown.services.at(-1)?.preview).toMatchObject({ wallet: { before: '850.00', after: '400.00' } });
    expect(await many(shop, services, 'bill')).toMatchObject({ accepted: 3, refused: 1, wallets: [wallet] });
    const [, , third] = services as [Subscriber, Subscriber, Subscriber];
    expect(shown.services[1]?.error).toBe(
      `the wallet of reseller ${resellerid} would fall to -500.00, below its limit of -100.00`,
    );
    expect(await third.summary()).toMatch(/ 0\.00$/);
    expect(await api.ok('reseller/list', { resellerid }, shop.me)).toMatchObject([{ wallet: '-68.00' }]);
  });

  it('leaves a service that is refused half-way as it was, and the credits to the others', async () => {
    const shop = await Shop.open(api, { on: '2026-03-01' });
    const services = [await shop.subscribe(), await shop.subscribe(), await shop.subscribe()];
    await api.ok('isp/update', { ispid: shop.ispid, enable_usage_limit: 1 }, api.admin);
    await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Set', credits: 1 }, api.admin);
    shop.day('2026-03-11');
    const made = await many(shop, services, 'renew');
    expect(made.services.map(({ ok, error }) => [ok, error])).toEqual([
      ['Y', null],
      ['N', `ISP ${shop.ispid} has no credits left`],
      ['N', `ISP ${shop.ispid} has no credits left`],
    ]);
    expect(await services[0]?.summary()).toMatch(/^Active 2026-03-01 2026-04-11 /);
    expect(await services[1]?.summary()).toBe('Active 2026-03-01 2026-03-31 0.00');
    expect(await services[1]?.invoices()).toEqual([]);
  });

  it('says of a service of another tenant what it says of none, and is refused if it finds none at all', async () => {
    const [shop, other] = [await Shop.open(api), await Shop.open(api)];
    const [own, foreign] = [await shop.subscribe(), await other.subscribe()];
    const absent = new Subscriber(shop, 987_654, '');
    const made = await many(shop, [foreign, own, absent], 'suspend');
    expect(made.services.map(({ ok, error }) => [ok, error])).toEqual([
      ['N', `there is no service ${foreign.id}`],
      ['Y', null],
      ['N', 'there is no service 987654'],
    ]);
    expect(await foreign.summary()).toMatch(/^Active/);
    const none = { serviceids: `${foreign.id},987654`, action: 'suspend' };
    expect(await api.call('service/action_many', none, shop.me)).toMatchObject({
      ...{ status: 404, error: `there is no service ${foreign.id}` },
    });
    // The server administrator sees both.
    expect(
      await api.ok('service/action_many', { serviceids: idsOf([foreign, own]), action: 'restore' }, api.admin),
    ).toMatchObject({
      services: [{ ok: 'N' }, { ok: 'Y' }],
    });
  });

  it('takes at most 100 services, and a repeated call does nothing', async () => {
    const shop = await Shop.open(api, { on: '2026-03-01' });
    const services = [await shop.subscribe(), await shop.subscribe()];
    const ids = Array.from({ length: 101 }, (_, at) => at + 1).join(',');
    expect(await api.call('service/action_many', { serviceids: ids, action: 'bill' }, shop.me)).toMatchObject({
      ...{ status: 400, error: 'serviceids: must have at most 100 values' },
    });
    const first = await many(shop, services, 'renew', { idempotency_key: 'monthly' });
    const before = await everything();
    expect(await many(shop, services, 'renew', { idempotency_key: 'monthly' })).toEqual(first);
    expect(await everything()).toEqual(before);
  });

  it('does not deadlock with others in another order, and charges once', async () => {
    const shop = await Shop.open(api, { on: '2026-03-01' });
    const resellers = [await shop.franchisee(100_000), await shop.franchisee(100_000)];
    const services: Subscriber[] = [];
    for (let at = 0; at < 12; at++) services.push(await shop.subscribe({}, resellers[at % 2]));
    const backwards = [...services].reverse();
    const calls = Array.from({ length: 8 }, (_, at) => many(shop, at % 2 ? services : backwards, 'bill'));
    const alone = services.map((service) => service.act('reconnect'));
    const [made] = await Promise.all([Promise.all(calls), Promise.all(alone)]);
    expect(made.map(({ accepted }) => accepted)).toEqual(Array(8).fill(12));
    expect(made.map(({ total }) => Number(total)).sort((one, other) => one - other)).toEqual([
      ...Array(7).fill(0),
      5988,
    ]);
    for (const { status } of await Promise.all(alone)) expect(status).toBe(200);
  });
});
