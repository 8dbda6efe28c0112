import { beforeAll, describe, expect, it } from 'vitest';
import { addSubscriber, type Own, portalBrowser, portalTenant } from '../../areas/online/portal/portal-user.ts';
import { startApi } from '../../fixtures/api.ts';
import type { Tenant } from '../../fixtures/tenants.ts';

/** What the NAS of one tenant reports says nothing about the addresses of another, however often it says so. */

const api = await startApi({
  TRUSTED_PROXIES: '127.0.0.1',
  PUBLIC_URL: 'https://isp.example.net',
  CAPTIVE_NETWORKS: '203.0.113.0/24=1, 2001:db8::/32=1, 203.0.113.128/25=2',
});
const pageOf = (tenant: Tenant) => `https://pay${tenant.ispid}.example.net/`;

let victim: Tenant;
let evil: Tenant;
let owed: Own;
beforeAll(async () => {
  victim = await portalTenant(api);
  evil = await portalTenant(api);
  // The networks above are theirs.
  expect([victim.ispid, evil.ispid]).toEqual([1, 2]);
  for (const tenant of [victim, evil])
    await api.ok('isp/settings_update', { ispid: tenant.ispid, portal_url: pageOf(tenant) }, tenant.me);
  owed = await addSubscriber(api, victim, { prepaid_postpaid: 'Postpaid' });
});

let sessions = 0;

/** Open sessions of a service that a NAS has reported, as late as it likes. */
async function report(
  { ispid, nasid }: Pick<Tenant, 'ispid' | 'nasid'>,
  serviceId: number,
  { ip, prefix, count = 1, minutesAgo = 10 }: { ip?: string; prefix?: string; count?: number; minutesAgo?: number },
): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  for (let number = 0; number < count; number += 1) {
    sessions += 1;
    const where = { nasId: nasid, nasIp: '127.0.0.1', startedAt: at, updatedAt: at, acctSessionId: String(sessions) };
    const whose = { ispId: ispid, resellerId: null, serviceId, username: 'x' };
    const what = { ip: ip ?? null, ip6Prefix: prefix ?? null };
    await api.db.prisma.session.create({ data: { ...whose, ...where, ...what } });
  }
}

const page = async (path: string, from: string): Promise<string> =>
  (await fetch(`${api.url}/captive${path}`, { headers: { 'X-Forwarded-For': from } })).text();
const here = (from: string, ispid?: number) =>
  portalBrowser(api, { 'X-Forwarded-For': from }).ok<{ isp: { ispid: number } } | null>(
    'portal.here',
    ispid === undefined ? {} : { ispid },
  );

const NOBODY = 'We know no connection at this address';

describe.each([
  ['203.0.113.7', { ip: '203.0.113.7' }],
  ['2001:db8:0:7::1', { prefix: '2001:db8:0:7::/64' }],
])('%s, which is in a network of one ISP,', (from, at) => {
  beforeAll(async () => {
    await report(victim, owed.serviceid, at);
    await report(evil, evil.serviceid, { ...at, count: 12, minutesAgo: 1 });
  });

  it('stays that of its owner when another NAS reports a dozen sessions there', async () => {
    for (const path of ['', `/${victim.ispid}`]) {
      const html = await page(path, from);
      expect(html, path).toContain(`ISP T`);
      expect(html, path).not.toContain(NOBODY);
      expect(html, path).not.toContain(pageOf(evil));
    }
    for (const ispid of [undefined, victim.ispid])
      expect(await here(from, ispid)).toMatchObject({ isp: { ispid: victim.ispid } });
  });

  it('is nobody’s on the page of another ISP', async () => {
    expect(await page(`/${evil.ispid}`, from)).toContain(NOBODY);
    expect(await here(from, evil.ispid)).toBeNull();
  });
});

it('an address of its network at which only another ISP reports somebody is nobody’s', async () => {
  await report(evil, evil.serviceid, { ip: '203.0.113.8' });
  for (const path of ['', `/${evil.ispid}`]) expect(await page(path, '203.0.113.8'), path).toContain(NOBODY);
  expect(await here('203.0.113.8')).toBeNull();
});

it('of two networks the smaller one says whose an address is', async () => {
  await report(evil, evil.serviceid, { ip: '203.0.113.200' });
  expect(await here('203.0.113.200')).toMatchObject({ isp: { ispid: evil.ispid } });
});

describe('an address that no network is given for', () => {
  it('is that of the ISP which the page is named after, also where both have it', async () => {
    await report(victim, owed.serviceid, { ip: '100.64.0.7' });
    await report(evil, evil.serviceid, { ip: '100.64.0.7', count: 12, minutesAgo: 1 });
    for (const tenant of [victim, evil]) {
      expect(await page(`/${tenant.ispid}`, '100.64.0.7')).not.toContain(NOBODY);
      expect(await here('100.64.0.7', tenant.ispid)).toMatchObject({ isp: { ispid: tenant.ispid } });
    }
  });

  it('is nobody’s without a name, also where only one ISP reports somebody', async () => {
    await report(evil, evil.serviceid, { ip: '100.64.0.8' });
    for (const from of ['100.64.0.7', '100.64.0.8']) {
      expect(await page('', from)).toContain(NOBODY);
      expect(await here(from)).toBeNull();
    }
  });
});

describe('within an ISP', () => {
  let nasOf: (resellerid: number, ip: string) => Promise<number>;
  beforeAll(() => {
    nasOf = (resellerid, ip) =>
      api.ok<number>('radius/nas/create', { resellerid, name: ip, ip, secret: 'testing123' }, victim.me);
  });
  const balanceAt = async (from: string) =>
    (await here(from, victim.ispid)) as unknown as { to_pay: { amount: string } } | null;

  it('its own NAS is believed before those of its resellers, and of those that differ none', async () => {
    const own = await nasOf(0, '127.77.0.1');
    const first = await nasOf(victim.resellerid, '127.77.0.2');
    const rival = await api.ok<number>(
      'reseller/create',
      {
        ...{ ispid: victim.ispid, type: 'Reseller', name: 'Rival', code: 'RIV', invoice_by: 'ISP', payment_by: 'ISP' },
        ...{ mobile: '9800000001', email: 'r@example.net' },
      },
      victim.me,
    );
    const second = await nasOf(rival, '127.77.0.3');
    const { ispid } = victim;
    const owner = await balanceAt('203.0.113.7');
    await report({ ispid, nasid: own }, owed.serviceid, { ip: '203.0.113.20' });
    await report({ ispid, nasid: second }, victim.serviceid, { ip: '203.0.113.20', count: 12, minutesAgo: 1 });
    expect(await balanceAt('203.0.113.20')).toEqual(owner);
    await report({ ispid, nasid: first }, owed.serviceid, { ip: '203.0.113.21' });
    expect(await balanceAt('203.0.113.21')).toEqual(owner);
    await report({ ispid, nasid: second }, victim.serviceid, { ip: '203.0.113.21', count: 12, minutesAgo: 1 });
    expect(await balanceAt('203.0.113.21')).toBeNull();
  });
});
