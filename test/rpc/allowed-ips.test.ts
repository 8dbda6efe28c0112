import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Answer, type Credentials, startApi } from '../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../fixtures/tenants.ts';

/** This test is the proxy whose header is believed. */
const api = await startApi({ TRUSTED_PROXIES: '127.0.0.1' });
const WRONG = 'wrong userid or api_key, or the key may not be used from this address';

let tenant: Tenant;
let program: Credentials;
beforeAll(async () => {
  tenant = await makeTenant(api);
});
beforeEach(async () => {
  program = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'Support' });
});

const limit = (allowed_ips: string) => api.ok('auth/user/update', { id: program.userid, allowed_ips }, tenant.me);
const listed = async () => {
  const [user] = await api.ok<Record<string, string>[]>('auth/user/list', { id: program.userid }, tenant.me);
  return user?.allowed_ips;
};

async function callFrom(address: string, as = program): Promise<Pick<Answer, 'status' | 'error'>> {
  const headers = { 'x-forwarded-for': address, 'x-userid': String(as.userid), 'x-api-key': as.api_key };
  const response = await fetch(`${api.url}/api/plan/list`, { headers });
  const { error } = (await response.json()) as { error: string | null };
  return { status: response.status, error };
}

it('a key works from everywhere until its login user has a list, and then from there only', async () => {
  expect(await listed()).toBe('');
  expect(await callFrom('198.51.100.1')).toMatchObject({ status: 200 });
  await limit('203.0.113.7, 198.51.100.0/24, 2001:db8::/32, ::ffff:192.0.2.0/120');
  expect(await listed()).toBe('203.0.113.7,198.51.100.0/24,2001:db8::/32,192.0.2.0/24');
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.255', '2001:db8:7::1', '192.0.2.9'])
    expect([address, (await callFrom(address)).status]).toEqual([address, 200]);
  for (const address of ['203.0.113.8', '198.51.101.0', '2001:db9::1', '::1', '127.0.0.1'])
    expect([address, await callFrom(address)]).toEqual([address, { status: 401, error: WRONG }]);
  await limit('');
  expect(await callFrom('203.0.113.8')).toMatchObject({ status: 200 });
});

it('a network of one family admits no address of the other', async () => {
  await limit('::/0');
  expect(await callFrom('2001:db8::1')).toMatchObject({ status: 200 });
  expect(await callFrom('203.0.113.8')).toMatchObject({ status: 401 });
  await limit('0.0.0.0/0');
  expect(await callFrom('2001:db8::1')).toMatchObject({ status: 401 });
  expect(await callFrom('203.0.113.8')).toMatchObject({ status: 200 });
});

it('from elsewhere a right key is answered and counted like a wrong one', async () => {
  await limit('203.0.113.7');
  const wrong = { ...program, api_key: 'f'.repeat(50) };
  for (let time = 0; time < 10; time += 1)
    expect(await callFrom('198.51.100.77')).toEqual(await callFrom('198.51.100.77', wrong));
  const tooMany = { status: 429, error: 'too many wrong credentials; try again in a minute' };
  expect(await callFrom('198.51.100.77')).toEqual(tooMany);
  expect(await callFrom('198.51.100.77', wrong)).toEqual(tooMany);
  expect(await callFrom('203.0.113.7')).toMatchObject({ status: 200 });
});

it('a change of the list holds for the next call, and the audit has it', async () => {
  expect(await callFrom('203.0.113.8')).toMatchObject({ status: 200 });
  await limit('203.0.113.7');
  expect(await callFrom('203.0.113.8')).toMatchObject({ status: 401 });
  const [event] = await api.ok<{ eventid: string }[]>(
    'audit/list',
    { procedure: 'user.update', rows_limit: 1 },
    tenant.me,
  );
  expect(JSON.stringify(event)).toContain('203.0.113.7');
});

it.each([
  '203.0.113.7/24',
  '203.0.113.300',
  '203.0.113.0/33',
  '2001:db8::1/32',
  '2001:db8::/129',
  'office',
  '::ffff:0:0/90',
])('a list with %s is refused', async (network) => {
  await limit('203.0.113.7');
  expect(await api.call('auth/user/update', { id: program.userid, allowed_ips: network }, tenant.me)).toMatchObject({
    status: 400,
    error:
      'allowed_ips: must be an IPv4 or IPv6 address or a prefix such as 203.0.113.0/24, with no bits set beyond its length',
  });
  expect(await listed()).toBe('203.0.113.7');
});
