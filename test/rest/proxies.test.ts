import { describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { contact } from '../fixtures/tenants.ts';

/** This test is the peer, at 127.0.0.1. */
const trusting = await startApi({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, 2001:db8::/32' });
const direct = await startApi();
let isps = 0;

/** What the audit says of a change that came with this header. */
async function auditedFrom(api: typeof direct, forwarded: string): Promise<string | undefined> {
  isps += 1;
  const isp = { name: 'One', code: `ISP${isps}`, country: 'India', ...contact };
  const body = new URLSearchParams({ ...isp, userid: String(api.admin.userid), api_key: api.admin.api_key });
  const init = { method: 'POST', headers: { 'X-Forwarded-For': forwarded }, body };
  expect((await fetch(`${api.url}/api/isp/create`, init)).status).toBe(200);
  const [event] = await api.ok<{ address: string }[]>('audit/list', { rows_limit: 1 }, api.admin);
  return event?.address;
}

const guess = async (api: typeof direct, userid: number, forwarded: string): Promise<number> => {
  const headers = { 'X-Forwarded-For': forwarded, 'X-Userid': String(userid), 'X-Api-Key': 'guess' };
  return (await fetch(`${api.url}/api/isp/list`, { headers })).status;
};

describe('X-Forwarded-For', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:DB9::1', '2001:db9::1'],
    ['[2001:db9::1]:4711', '2001:db9::1'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['[::FFFF:203.0.113.9]:443', '203.0.113.9'],
    ['2001:0db9:0:0:0:0:0:1', '2001:db9::1'],
    ['203.0.113.9, ::ffff:a01:203, [2001:DB8::7]:80', '203.0.113.9'],
    // An address that the caller made up stands on the left, also where it is one of a proxy.
    ['127.0.0.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    // The last address that is not a trusted proxy's: the ones before it the caller may have made up.
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9, 10.1.2.3, 2001:db8::7', '203.0.113.9'],
    ['10.1.2.3', '10.1.2.3'],
    // What is no address ends the search at the proxy that passed it on.
    ['203.0.113.9, unknown', '127.0.0.1'],
    ['203.0.113.9, nonsense, 10.1.2.3', '10.1.2.3'],
    ['', '127.0.0.1'],
  ])('of a trusted proxy names the caller: %s', async (header, address) => {
    expect(await auditedFrom(trusting, header)).toBe(address);
  });

  it('of any other peer is ignored', async () => {
    expect(await auditedFrom(direct, '203.0.113.9')).toBe('127.0.0.1');
  });

  it('decides whose wrong credentials are counted', async () => {
    for (let n = 0; n < 20; n += 1) expect(await guess(trusting, 1000 + n, '203.0.113.9')).toBe(401);
    expect(await guess(trusting, 1100, '203.0.113.9')).toBe(429);
    expect(await guess(trusting, 1100, '203.0.113.10')).toBe(401);
  });

  it('does not raise the limit on guesses', async () => {
    for (let n = 0; n < 20; n += 1) expect(await guess(direct, 1000 + n, `203.0.113.${n}`)).toBe(401);
    expect(await guess(direct, 1100, '203.0.113.99')).toBe(429);
  });
});
