import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { ConsoleBrowser, choose } from './console-browser.ts';
import { DemoConsole } from './demo-console.ts';

const HOUR_MS = 3_600_000;
/** As a field for an instant takes it; the ISP counts in UTC. */
const local = (at: Date) => at.toISOString().slice(0, 16);
const stamp = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

describe.skipIf(!executablePath)('who had an address, in a browser', async () => {
  const api = await startApi();
  const console = new ConsoleBrowser(api);
  const { prisma } = api.db;

  it('is found by a public address and its port, under NAT', async () => {
    const tenant = await makeTenant(api);
    const { ispid, nasid, serviceid: serviceId, username, me } = tenant;
    const now = new Date();
    const yesterday = new Date(now.getTime() - 24 * HOUR_MS);
    const rule = { inside_from: '100.64.0.1', inside_upto: '100.64.0.8', public_from: '203.0.113.1' };
    const inForce = { public_upto: '203.0.113.1', ports: 1_024, valid_from: stamp(yesterday) };
    await api.ok('radius/nas/nat_create', { nasid, ...rule, ...inForce }, me);
    const where = { ispId: ispid, nasId: nasid, nasIp: '127.0.0.1', acctSessionId: 'nat', ip: '100.64.0.2' };
    await prisma.session.create({ data: { ...where, serviceId, username, startedAt: yesterday, updatedAt: now } });

    const { page, complaints } = await console.signedIn(tenant, '/sessions?ip=100.64.0.2');
    await page.getByRole('row').filter({ hasText: username }).waitFor();
    await page.getByRole('link', { name: 'Who had 100.64.0.2 before?' }).click();
    const address = page.getByLabel('IP address', { exact: true });
    await expect.poll(() => address.inputValue()).toBe('100.64.0.2');
    await address.fill('203.0.113.1');
    await page.getByLabel('Port', { exact: true }).fill('2100');
    await page.getByLabel('When', { exact: true }).fill(local(new Date(now.getTime() - HOUR_MS)));
    await page.getByLabel('Reason', { exact: true }).fill('Ticket 4711');
    await page.getByRole('button', { name: 'Find' }).click();
    const found = page.getByRole('region', { name: /^203\.0\.113\.1:2100/ }).first();
    for (const text of ['100.64.0.2', '2048–3071']) await found.getByText(text, { exact: true }).waitFor();
    await found.getByText('Certain', { exact: true }).waitFor();

    const file = page.getByRole('button', { name: 'Save as CSV file' });
    const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
    const [, row] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(row).toMatch(new RegExp(`^Ravi,.*,${username},203\\.0\\.113\\.1,Dynamic,2048-3071,`));

    // Back from the subscriber the answer is there; it is not asked again.
    const asked = () => prisma.auditEvent.count({ where: { procedure: 'trace.find' } });
    expect(await asked()).toBe(1);
    await found.getByRole('link', { name: username }).click();
    await page.getByRole('heading', { name: 'Result of a log-in now' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: username }).waitFor();
    expect(await asked()).toBe(1);

    await page.getByLabel('IP address', { exact: true }).fill('203.0.113.99');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No session had this address then').waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('203.0.113.1 2026-11-22 03:00');
    await page.getByRole('option', { name: 'Who had 203.0.113.1' }).click();
    await expect.poll(() => address.inputValue()).toBe('203.0.113.1');
    expect(await page.getByLabel('When', { exact: true }).inputValue()).toBe('2026-11-22T03:00');
    expect(complaints).toEqual([]);
  });

  it('is not offered to those who may not ask', async () => {
    const { page } = await console.signedIn(await makeTenant(api), '/sessions?ip=100.64.0.2', 'Support');
    await page.getByRole('link', { name: 'Refused log-ins' }).waitFor();
    expect(await page.getByRole('link', { name: /^Who had/ }).count()).toBe(0);
  });
});

describe.skipIf(!executablePath)('network operations in a browser', async () => {
  const api = await startApi();
  const { prisma } = api.db;
  let demo: DemoConsole;
  beforeAll(async () => {
    demo = await DemoConsole.make(api);
    const service = await prisma.service.findFirstOrThrow({
      where: { deletedAt: null, resellerId: null, trafficHours: { some: {} } },
    });
    const nas = await prisma.nas.findFirstOrThrow({ where: { name: 'Bengaluru core' } });
    const { ispId, id: nasId, ip: nasIp } = nas;
    const at = new Date();
    const log = { ispId, nasId, nasIp, at, response: 'Access-Reject', mac: '02:00:00:00:00:99' };
    const known = { ...log, serviceId: service.id, username: service.username };
    await prisma.authLog.createMany({
      data: [
        { ...known, reason: 'another session is open, and one is allowed' },
        { ...log, username: 'nobody.at.all', reason: 'unknown user' },
      ],
    });
    const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
    const key = { ispId, resellerId: 0, minute };
    await prisma.pulse.upsert({
      where: { ispId_resellerId_minute: key },
      create: { ...key, inUse: 1, unknownUser: 1 },
      update: { inUse: 1 },
    });
  }, 300_000);

  it('sees the refused log-ins of all subscribers, by reason, NAS and day, and opens the subscriber', async () => {
    const { page, complaints } = await demo.at('noc');
    await page.getByRole('link', { name: 'Refused log-ins' }).click();
    const main = page.locator('#main');
    await main.getByRole('row').filter({ hasText: 'nobody.at.all' }).getByText('Unknown username').waitFor();
    await main
      .getByRole('group', { name: /by reason/ })
      .getByRole('button', { name: 'Already online 1' })
      .click();
    await page.waitForURL((url) => url.searchParams.get('kind') === 'in_use');
    await main.getByRole('row').filter({ hasText: 'nobody.at.all' }).waitFor({ state: 'detached' });
    const refused = main.getByRole('row').filter({ hasText: 'another session is open' });
    await refused.getByText('Bengaluru core').waitFor();

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await choose(page, 'Reason', 'Unknown username');
    await main.getByRole('row').filter({ hasText: 'nobody.at.all' }).waitFor();
    await main.getByRole('row').filter({ hasText: 'another session is open' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.goto(`${api.url}/console/sessions/rejects?day=2020-02-29`);
    await page.getByText('Nothing matches these filters').waitFor();
    const { id } = await prisma.nas.findFirstOrThrow({ where: { name: 'Mysuru core' } });
    await page.goto(`${api.url}/console/sessions/rejects?nasid=${id}`);
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    await main
      .getByText(/records?$|^Nothing matches/)
      .first()
      .waitFor();
    expect(await main.getByText('nobody.at.all').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Compare' }).click();
    const compared = page.getByRole('dialog', { name: 'Refused log-ins next to yesterday and last week' });
    await compared.getByText('No service has this username.').waitFor();
    await compared.getByText('Device', { exact: true }).click();
    await compared.getByRole('button', { name: 'Log-ins: 02:00:00:00:00:99' }).click();
    await page.waitForURL((url) => url.searchParams.get('mac') === '02:00:00:00:00:99');
    await refused.click();
    await page.getByRole('heading', { name: 'Result of a log-in now' }).waitFor();
    const traffic = page.getByRole('region', { name: 'Traffic in Mbit/s' });
    await traffic.getByText('7 days').click();
    await traffic.getByRole('figure', { name: 'Traffic in Mbit/s' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('reads of a silent NAS since when it is silent and what is at stake, before its configuration', async () => {
    const { page, complaints } = await demo.at('noc');
    await page.getByRole('link', { name: 'NAS', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Yelahanka tower' });
    await row.getByText(/^Silent since .*\d\d:\d\d$/).waitFor();
    await row.getByText(/^\d+ at stake$/).waitFor();
    await row.click();
    const dialog = page.getByRole('dialog').last();
    const alarm = dialog.getByRole('alert').filter({ hasText: /^No accounting since .* ago/ });
    await alarm.getByText(/^(One session is|\d+ sessions are) at stake\./).waitFor();
    const configuration = dialog.locator('pre').first();
    const topOf = async (of: typeof alarm) => (await of.boundingBox())?.y ?? Number.NaN;
    expect(await topOf(alarm)).toBeLessThan(await topOf(configuration));
    expect(complaints).toEqual([]);
  });

  it('is told that a rate is granted, not measured', async () => {
    const { page } = await demo.at('noc', { viewport: { width: 1600, height: 900 } });
    await page.getByRole('columnheader', { name: 'Granted rate' }).waitFor();
    const { serviceId } = await prisma.session.findFirstOrThrow({ where: { endedAt: null, serviceId: { not: null } } });
    await page.goto(`${api.url}/console/subscribers/${serviceId}`);
    const session = page.getByRole('region', { name: 'Session', exact: true });
    await session.getByText('Granted rate').waitFor();
  });
});
