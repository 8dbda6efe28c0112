import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { appRouter } from '../../../src/app-router.ts';
import { newLead } from '../../../src/areas/subscribers/leads/create.ts';
import { SecretsKeys } from '../../../src/config/secrets-keys.ts';
import { createHttpServer } from '../../../src/rest/app.ts';
import { newConfirmation } from '../../../src/rest/mcp/confirmation.ts';
import { FailedLogins } from '../../../src/rpc/failed-logins.ts';
import { SECRETS_KEYS } from '../../factories/services.ts';
import { startApi } from '../../fixtures/api.ts';
import { assistantOf } from '../../fixtures/assistant.ts';
import { contact, makeTenant, makeUser } from '../../fixtures/tenants.ts';

const api = await startApi();
const tenant = await makeTenant(api);
const { ispid, resellerid, customerid, serviceid, me } = tenant;
const mine = await assistantOf(api.url, me);
const colleague = await assistantOf(api.url, await makeUser(api, me, { ispid }));

const LEAD = { resellerid, name: 'Asha', address: '2 Main Road', source: 'Web', ...contact };
const TOP_UP = { resellerid, action: 'TopUp', amt: '100.00' };

const leads = () => api.db.prisma.lead.count();
const wallet = async () =>
  Number((await api.db.prisma.reseller.findUniqueOrThrow({ where: { id: resellerid } })).wallet);
/** What of the database a first call may not touch. */
const state = async () => [
  await api.db.prisma.auditEvent.count(),
  await api.db.prisma.idempotencyKey.count(),
  await leads(),
  await wallet(),
];
async function confirmationOf(tool: string, given: object, as = mine): Promise<string> {
  const { confirmation } = await as.call(tool, { ...given });
  if (confirmation === undefined) throw new Error(`${tool} answered no confirmation`);
  return confirmation;
}

/** Another node over the same database. */
async function secondNode(): Promise<string> {
  const kernel = { ...api.kernel, metrics: new Registry() };
  const panel = { page: () => '', files: {} };
  const failures = new FailedLogins(api.clock);
  const http = createHttpServer({ kernel, router: appRouter, failures, metrics: kernel.metrics, panel, readiness: {} });
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  onTestFinished(() => http.close(0));
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
}

beforeEach(() => {
  api.clock.at = undefined;
});

describe('the first call of a change', () => {
  it('changes nothing, and says in words what would be done', async () => {
    const before = await state();
    const proposed = await mine.call('lead_create', LEAD);
    expect(proposed).toMatchObject({ failed: false, done: false, confirmation: expect.any(String) });
    expect(proposed.text).toContain('Nothing has changed yet.');
    expect(proposed.text).toContain('name "Asha", address "2 Main Road"');
    expect(proposed.text).toContain(`call lead_create again within 10 minutes`);
    expect(proposed.text).toContain(proposed.confirmation);
    expect(await state()).toEqual(before);
  });

  it('has the endpoint’s own preview', async () => {
    const [, keys, , money] = await state();
    const proposed = await mine.call('reseller_wallet_update', TOP_UP);
    const preview = await api.ok('reseller/wallet_update', { ...TOP_UP, preview: 'Y' }, me);
    expect(proposed).toMatchObject({ done: false, preview });
    expect(proposed.text).toContain(`Preview: ${JSON.stringify(preview)}`);
    expect([await wallet(), await api.db.prisma.idempotencyKey.count()]).toEqual([money, keys]);
  });

  it('is refused with the sentences of the REST API, and then has no confirmation', async () => {
    for (const [tool, path, given] of [
      ['lead_create', 'lead/create', { resellerid }],
      ['service_action', 'service/action', { serviceid: 987_654, action: 'bill' }],
      ['service_topup', 'service/topup', { serviceid, gb: 5, amt: -1, type: 'Expiring' }],
    ] as const) {
      const { status, error } = await api.call(path, given, me);
      expect(await mine.call(tool, given), tool).toEqual(expect.objectContaining({ failed: true, status, error }));
      expect((await mine.call(tool, given)).confirmation).toBeUndefined();
    }
  });

  it('does not show a password', async () => {
    const given = { serviceid, password: 'new secret word' };
    expect((await mine.call('service_update', given)).text).not.toContain('new secret word');
    expect(await mine.act('service_update', given)).toMatchObject({ done: true });
  });

  it('takes no preview and no idempotency_key: the confirmation decides both', async () => {
    for (const name of ['preview', 'idempotency_key'])
      expect(await mine.call('reseller_wallet_update', { ...TOP_UP, [name]: 'Y' })).toMatchObject({
        failed: true,
        error: `${name}: this tool has no such parameter`,
      });
  });

  it('refuses a caller without the permission', async () => {
    const support = await assistantOf(api.url, await makeUser(api, me, { ispid, roles: 'ReadOnly' }));
    expect(await support.call('lead_create', LEAD)).toMatchObject({
      failed: true,
      status: 403,
      error: expect.stringContaining('lacks the permission lead.write'),
    });
  });
});

describe('the second call', () => {
  it('carries the change out, and the audit names the user', async () => {
    const before = await leads();
    const { done, result } = await mine.act('lead_create', LEAD);
    expect([done, await leads()]).toEqual([true, before + 1]);
    const event = await api.db.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(event).toMatchObject({ userId: me.userid, procedure: 'lead.create', via: 'key' });
    expect(await api.db.prisma.lead.findUnique({ where: { id: Number(result) } })).toMatchObject({ name: 'Asha' });
  });

  it('may write the arguments in another order, or an id as a text', async () => {
    const confirmation = await confirmationOf('reseller_wallet_update', TOP_UP);
    const before = await wallet();
    const again = { confirmation, amt: '100.00', action: 'TopUp', resellerid: String(resellerid) };
    expect(await mine.call('reseller_wallet_update', again)).toMatchObject({ done: true });
    expect(await wallet()).toBe(before + 100);
  });

  it('refuses a changed record, as the caller had seen it', async () => {
    const [customer] = await api.ok<{ updated_at: string }[]>('customer/list', { customerid }, me);
    const given = { customerid, name: 'Renamed', if_updated_at: '2000-01-01 00:00:00' };
    expect(customer).toBeDefined();
    expect(await mine.act('customer_update', given)).toMatchObject({ failed: true, status: 409 });
  });
});

const NOT_FOR_THIS = 'confirmation: is not for this call with these arguments';

describe('a confirmation', () => {
  it.each([
    ['another input', (c: string) => mine.call('lead_create', { ...LEAD, name: 'Mallory', confirmation: c })],
    ['one parameter more', (c: string) => mine.call('lead_create', { ...LEAD, city: 'Chennai', confirmation: c })],
    ['another tool', (c: string) => mine.call('customer_delete', { customerid, confirmation: c })],
    ['another caller', (c: string) => colleague.call('lead_create', { ...LEAD, confirmation: c })],
    [
      'a text that was changed',
      (c: string) => mine.call('lead_create', { ...LEAD, confirmation: `${c.slice(0, -1)}_` }),
    ],
    ['a later end', (c: string) => mine.call('lead_create', { ...LEAD, confirmation: `z${c}` })],
    ['nonsense', () => mine.call('lead_create', { ...LEAD, confirmation: 'yes' })],
    ['no text', () => mine.call('lead_create', { ...LEAD, confirmation: true })],
    ['an object', () => mine.call('lead_create', { ...LEAD, confirmation: { valueOf: 1 } })],
  ])('is of no use for %s', async (_, attack) => {
    const confirmation = await confirmationOf('lead_create', LEAD);
    const before = await state();
    const refused = await attack(confirmation);
    expect(refused.failed).toBe(true);
    expect(refused.error).toContain(NOT_FOR_THIS);
    expect(await state()).toEqual(before);
  });

  it('of another installation is of no use', async () => {
    const about = { now: new Date(), userId: me.userid, procedure: 'lead.create', input: newLead.parse(LEAD) };
    const others = new SecretsKeys(Buffer.alloc(32, 9));
    const { confirmation } = newConfirmation({ ...about, keys: others });
    expect((await mine.call('lead_create', { ...LEAD, confirmation })).error).toContain(NOT_FOR_THIS);
    const { confirmation: right } = newConfirmation({ ...about, keys: SECRETS_KEYS });
    expect(await mine.call('lead_create', { ...LEAD, confirmation: right })).toMatchObject({ done: true });
  });

  it('expires after ten minutes', async () => {
    const start = new Date();
    api.clock.at = start;
    const first = await confirmationOf('lead_create', LEAD);
    const second = await confirmationOf('lead_create', LEAD);
    const before = await leads();
    api.clock.at = new Date(start.getTime() + 10 * 60_000);
    expect(await mine.call('lead_create', { ...LEAD, confirmation: first })).toMatchObject({
      failed: true,
      status: 409,
      error: 'confirmation: has expired; call without it to get another',
    });
    expect(await leads()).toBe(before);
    api.clock.at = new Date(start.getTime() + 10 * 60_000 - 1);
    expect(await mine.call('lead_create', { ...LEAD, confirmation: second })).toMatchObject({ done: true });
  });

  it('carries out one call of an endpoint without an idempotency_key, and then says so', async () => {
    const confirmation = await confirmationOf('lead_create', LEAD);
    expect(await mine.call('lead_create', { ...LEAD, confirmation })).toMatchObject({ done: true });
    const before = await state();
    expect(await mine.call('lead_create', { ...LEAD, confirmation })).toMatchObject({
      failed: true,
      status: 409,
      error: expect.stringContaining('confirmation: has been used already'),
    });
    expect(await state()).toEqual(before);
  });

  it('that was used for an endpoint with an idempotency_key gets the first answer, and nothing is done again', async () => {
    const confirmation = await confirmationOf('reseller_wallet_update', TOP_UP);
    const first = await mine.call('reseller_wallet_update', { ...TOP_UP, confirmation });
    const before = await state();
    const again = await mine.call('reseller_wallet_update', { ...TOP_UP, confirmation });
    expect(again).toMatchObject({ done: true, result: first.result });
    expect(again.note).toContain('This confirmation was used before: nothing was done again');
    expect(await state()).toEqual(before);
  });

  it('of a call that failed may be used again where the key commits with the change', async () => {
    const given = { resellerid, action: 'Settlement', amt: '7.00' };
    await mine.act('reseller_wallet_update', { ...TOP_UP, amt: '7.00' });
    const held = await wallet();
    const confirmation = await confirmationOf('reseller_wallet_update', given);
    await mine.act('reseller_wallet_update', { ...given, amt: held.toFixed(2) });
    expect(await mine.call('reseller_wallet_update', { ...given, confirmation })).toMatchObject({ status: 409 });
    await mine.act('reseller_wallet_update', TOP_UP);
    expect(await mine.call('reseller_wallet_update', { ...given, confirmation })).toMatchObject({ done: true });
    expect(await wallet()).toBe(93);
  });

  it('is used once by two nodes at the same time', async () => {
    const other = await assistantOf(await secondNode(), me);
    for (let times = 0; times < 5; times += 1) {
      const [lead, topUp] = [
        await confirmationOf('lead_create', LEAD),
        await confirmationOf('reseller_wallet_update', TOP_UP),
      ];
      const [count, money] = [await leads(), await wallet()];
      const both = [mine, other, mine, other];
      const created = await Promise.all(both.map((one) => one.call('lead_create', { ...LEAD, confirmation: lead })));
      expect(created.filter(({ done }) => done)).toHaveLength(1);
      const paid = await Promise.all(
        both.map((one) => one.call('reseller_wallet_update', { ...TOP_UP, confirmation: topUp })),
      );
      expect(paid.map(({ result }) => result)).toEqual(paid.map(() => paid[0]?.result));
      expect([await leads(), await wallet()]).toEqual([count + 1, money + 100]);
    }
  });

  it('is good at the node that did not make it', async () => {
    const other = await assistantOf(await secondNode(), me);
    const confirmation = await confirmationOf('lead_create', LEAD, other);
    expect(await mine.call('lead_create', { ...LEAD, confirmation })).toMatchObject({ done: true });
  });

  it('means nothing to a tool that only reads', async () => {
    expect(await mine.call('lead_list', { confirmation: 'yes' })).toMatchObject({
      failed: true,
      error: 'confirmation: this tool has no such parameter',
    });
  });
});
