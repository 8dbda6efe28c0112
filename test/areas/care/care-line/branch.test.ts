import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { makeUser } from '../../../fixtures/tenants.ts';
import { addCallerOf, type Fields, type ProgramTenant, programTenant, type Subscriber, sessionOf } from './program.ts';

const api = await startApi();

let tenant: ProgramTenant;
let own: Subscriber;
let address: string;
beforeAll(async () => {
  tenant = await programTenant(api);
  own = await addCallerOf(api, tenant);
  await sessionOf(api, tenant, own);
});
beforeEach(async () => {
  address = await makeAddress();
});

async function makeAddress(id = tenant.program.userid): Promise<string> {
  const { url } = await api.ok<{ url: string }>('auth/user/branch_address_make', { id }, tenant.me);
  expect(url).toMatch(/^\/care\/branch\/[\w-]{43}$/);
  return api.url + url;
}

let calls = 0;
async function ask(fields: Fields, at = address): Promise<{ status: number; text: string }> {
  calls += 1;
  const given = { CallSid: `sid-${calls}`, CallFrom: own.mobile, ...fields };
  const query = new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await fetch(`${at}?${query}`, { redirect: 'manual' });
  return { status: response.status, text: await response.text() };
}

/** The answer is no where a machine is too busy to answer within 1.5 seconds; the same call may ask again. */
async function statusOf(fields: Fields, at = address): Promise<number> {
  calls += 1;
  const call = { CallSid: `sid-${calls}`, ...fields };
  for (let time = 0; time < 9; time += 1) {
    const { status } = await ask(call, at);
    if (status !== 302) return status;
  }
  return 302;
}

describe('a question of a telephone flow', () => {
  it('is answered with 200 for yes and 302 for no', async () => {
    expect(await statusOf({ ask: 'known', CallSid: 'again' })).toBe(200);
    expect((await ask({ ask: 'known', CallSid: 'again' })).text).toMatch(/^(Yes|No)\.\n$/);
    expect(await ask({ ask: 'known', CallFrom: '09700000009' })).toEqual({ status: 302, text: 'No.\n' });
    expect(await ask({ ask: 'blocked' })).toEqual({ status: 302, text: 'No.\n' });
    const { explain } = api.network;
    const explained = await explain();
    api.network.explain = async () => ({ ...explained, access: 'none', cause: 'suspended' });
    expect(await statusOf({ ask: 'blocked' })).toBe(200);
    api.network.explain = explain;
  });

  it('of which several belong to one call counts as one call of the number', async () => {
    await api.db.prisma.careCount.deleteMany();
    for (const question of ['known', 'blocked', 'incident', 'docket', 'known'])
      await ask({ ask: question, CallSid: 'one-call' });
    expect(await api.db.prisma.careCount.findMany()).toMatchObject([{ kind: 'number', count: 1 }]);
    for (let at = 0; at < 19; at += 1) expect(await statusOf({ ask: 'known' })).toBe(200);
    expect(await statusOf({ ask: 'known' })).toBe(302);
    await api.db.prisma.careCount.deleteMany();
  });

  it('is answered over the API too', async () => {
    const asked = { call_id: 'json', from: own.mobile, ask: 'known' };
    expect(await api.ok('care/branch', asked, tenant.program)).toEqual({ answer: 'Y' });
  });

  it('gets a sentence if the flow is not set up right', async () => {
    expect(await ask({ ask: 'name' })).toEqual({
      ...{ status: 400, text: 'ask: must be one of known, blocked, incident, docket.\n' },
    });
    expect(await ask({ ask: 'known', CallSid: '' })).toEqual({ status: 400, text: 'CallSid: is required.\n' });
  });

  it('that cannot be answered in time is no', async () => {
    const explain = api.network.explain;
    api.network.explain = () => new Promise((resolve) => setTimeout(() => resolve(null as never), 2_500));
    expect(await statusOf({ ask: 'blocked' })).toBe(302);
    api.network.explain = explain;
  });
});

describe('the address', () => {
  const nothing = { status: 404, text: 'There is nothing at this address.\n' };

  it('is of programs only, and shown once', async () => {
    const clerk = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'Support' });
    expect(await api.call('auth/user/branch_address_make', { id: clerk.userid }, tenant.me)).toMatchObject({
      ...{ status: 400, error: 'id: must be a login user of the role CareLine' },
    });
    const token = address.slice(-43);
    const events = await api.db.prisma.auditEvent.findMany({ include: { changes: true } });
    expect(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(token);
    const [user] = await api.ok<Record<string, string>[]>('auth/user/list', { id: tenant.program.userid }, tenant.me);
    expect(user?.branch_made_at).toMatch(/^\d{4}-/);
    expect(JSON.stringify(user)).not.toContain(token);
  });

  it('ends with the next one, when it is ended, and with the role', async () => {
    const before = address;
    expect(await statusOf({ ask: 'known' }, before)).toBe(200);
    address = await makeAddress();
    expect(await ask({ ask: 'known' }, before)).toEqual(nothing);
    expect(await statusOf({ ask: 'known' })).toBe(200);
    await api.ok('auth/user/branch_address_end', { id: tenant.program.userid }, tenant.me);
    expect(await ask({ ask: 'known' })).toEqual(nothing);
    const other = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'CareLine' });
    const theirs = await makeAddress(other.userid);
    await api.ok('auth/user/update', { id: other.userid, roles: 'Support' }, tenant.me);
    expect(await ask({ ask: 'known' }, theirs)).toEqual(nothing);
  });

  it('works from where the keys of the login user work', async () => {
    const limit = (allowed_ips: string) =>
      api.ok('auth/user/update', { id: tenant.program.userid, allowed_ips }, tenant.me);
    await limit('203.0.113.7');
    expect(await ask({ ask: 'known' })).toEqual(nothing);
    await limit('127.0.0.0/8');
    expect(await statusOf({ ask: 'known' })).toBe(200);
    await limit('');
  });

  it('is nothing else: wrong ones answer alike', async () => {
    for (const wrong of ['x'.repeat(43), 'x', address.slice(-43).toLowerCase(), tenant.program.api_key])
      expect(await ask({ ask: 'known' }, `${api.url}/care/branch/${wrong}`)).toEqual(nothing);
  });

  it('is nothing to another tenant', async () => {
    const stranger = await programTenant(api);
    const call = { id: tenant.program.userid };
    for (const path of ['auth/user/branch_address_make', 'auth/user/branch_address_end'])
      expect(await api.call(path, call, stranger.me)).toMatchObject({ status: 404 });
    const { url } = await api.ok<{ url: string }>(
      'auth/user/branch_address_make',
      { id: stranger.program.userid },
      stranger.me,
    );
    expect(await statusOf({ ask: 'known' }, api.url + url)).toBe(302);
  });
});
