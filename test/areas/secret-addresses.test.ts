import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendByRequest } from '../../src/areas/subscribers/notices/send-request.ts';
import { type Credentials, startApi } from '../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../fixtures/tenants.ts';

/** Addresses of other systems often have a key in their path or their parameters, as `headers` and bodies have. */

const api = await startApi({ OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' });
const KEY = 'k3y-in-it';
const sender = {
  channel: 'sms',
  url: `https://sms.example.net/${KEY}/send?auth=${KEY}&to={to}`,
  headers: `x-auth: ${KEY}`,
  body: `auth=${KEY}&text={text}`,
};
const hook = `https://hooks.example.net/services/${KEY}`;

let tenant: Tenant;
/** Everybody with fewer rights than the one who set it. */
let readers: Record<string, Credentials>;
let webhookid: number;
beforeAll(async () => {
  tenant = await makeTenant(api);
  const { ispid, me } = tenant;
  await api.ok('notice/sender_set', sender, me);
  await api.ok(
    'notice/sender_set',
    { channel: 'email', host: 'smtp.example.net', from: 'a@example.net', username: KEY, secret: 'x' },
    me,
  );
  ({ id: webhookid } = await api.ok<{ id: number }>('webhook/create', { url: hook }, me));
  const reseller = { ispid, resellerid: tenant.resellerid, groupname: 'Reseller' };
  const franchise = await api.ok<number>(
    'reseller/create',
    {
      ispid,
      type: 'Franchisee',
      name: 'Franchise',
      code: 'FRA',
      invoice_by: 'ISP',
      payment_by: 'ISP',
      commission_percent: 10,
      credit_limit: 1000,
      mobile: '9800000001',
      email: 'f@example.net',
    },
    me,
  );
  readers = {
    'an Admin of a reseller': await makeUser(api, me, reseller),
    'an Admin of a franchisee': await makeUser(api, me, { ...reseller, resellerid: franchise }),
    'a reader of the ISP': await makeUser(api, me, { ispid, roles: 'ReadOnly' }),
    'an employee of the ISP': await makeUser(api, me, { ispid, groupname: 'Employee', resellerid: 0 }),
  };
});

const shown = async (path: string, as: Credentials) => {
  const { status, result } = await api.call(path, {}, as);
  expect([200, 403]).toContain(status);
  return JSON.stringify(result);
};

describe.each(['an Admin of a reseller', 'an Admin of a franchisee', 'a reader of the ISP', 'an employee of the ISP'])(
  '%s is not shown the keys in',
  (who) => {
    it.each(['notice/sender_list', 'webhook/list', 'webhook/deliveries', 'audit/list', 'notice/messages'])(
      '%s',
      async (path) => {
        expect(await shown(path, readers[who] as Credentials)).not.toContain(KEY);
      },
    );
  },
);

it('who may set an address reads it, and others see where it leads', async () => {
  const reader = readers['a reader of the ISP'] as Credentials;
  expect(await api.ok('notice/sender_list', { channel: 'sms' }, tenant.me)).toMatchObject([sender]);
  expect(await api.ok('notice/sender_list', { channel: 'sms' }, reader)).toMatchObject([
    { url: 'https://sms.example.net/…', headers: null, body: null },
  ]);
  expect(await api.ok('webhook/list', {}, tenant.me)).toMatchObject([{ url: hook }]);
  expect(await api.ok('webhook/list', {}, reader)).toMatchObject([{ url: 'https://hooks.example.net/…' }]);
});

it('the audit says that an address changed, and where it leads, to everybody', async () => {
  await api.ok('webhook/update', { id: webhookid, url: `https://other.example.net/${KEY}` }, tenant.me);
  await api.ok('notice/sender_set', { ...sender, body: `auth=${KEY}&t={text}` }, tenant.me);
  const events = await api.ok<{ input: object; changes: object[] }[]>('audit/list', {}, tenant.me);
  expect(JSON.stringify(events)).not.toContain(KEY);
  expect(events.slice(0, 2)).toMatchObject([
    { input: { url: 'https://sms.example.net/…', headers: '***', body: '***' }, changes: [{ after: { body: '***' } }] },
    {
      input: { url: 'https://other.example.net/…' },
      changes: [{ before: { url: 'https://hooks.example.net/…' }, after: { url: 'https://other.example.net/…' } }],
    },
  ]);
});

it('a provider that repeats the secret in its answer does not put it into the reason of a message', async () => {
  const provider = createServer((_, response) => response.writeHead(401).end(`no such key: ${KEY}`)).listen(
    0,
    '127.0.0.1',
  );
  afterAll(() => provider.close());
  await once(provider, 'listening');
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/?key={secret}`;
  const request = { url, headers: null, body: null, expect: null, countryCode: null };
  const sent = sendByRequest(request, { to: '1', text: 'x', secret: KEY }, api.kernel.config.outgoing);
  await expect(sent).rejects.toThrow('HTTP 401: no such key: ***');
});
