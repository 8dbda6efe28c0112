import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { suggestIncidents } from '../../src/areas/care/incidents/suggest.ts';
import { countSessions } from '../../src/areas/insight/dashboard/count-sessions.ts';
import { watchNetworks } from '../../src/areas/network/alerts/watch.ts';
import { noteSilence } from '../../src/areas/network/sessions/note-silence.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { routersOf, type TestRouter } from '../fixtures/router.ts';
import { makeTenant, type Tenant } from '../fixtures/tenants.ts';
import { accounting } from '../radius/fixtures/accounting.ts';
import { startTestServer } from '../radius/fixtures/server.ts';
import { TestNas } from '../radius/fixtures/test-nas.ts';
import { appear, FOR_AXE } from './appearances.ts';
import { ConsoleBrowser } from './console-browser.ts';

describe.skipIf(!executablePath)('an alert in a browser', async () => {
  const api = await startApi();
  const console = new ConsoleBrowser(api);
  const { prisma } = api.db;

  it('is counted at the bell, acknowledged, and leads to an incident of its NAS', async () => {
    const tenant = await makeTenant(api);
    const { ispid: ispId, nasid: nasId } = tenant;
    const openedAt = new Date();
    const alert = await prisma.alert.create({
      data: { ispId, nasId, kind: 'silent', openedAt, sinceAt: openedAt, sessions: 11 },
    });
    const { page, complaints } = await console.signedIn(tenant, '/dashboard');
    const bell = page.getByRole('banner').getByRole('link', { name: '1 alert' });
    await page
      .getByRole('region', { name: 'Alerts' })
      .getByText(/Core .* silent since .*; 11 sessions at stake/)
      .waitFor();
    await bell.click();
    await page.getByRole('row').filter({ hasText: 'silent since' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'No alerts' }).waitFor();
    expect(await prisma.alert.findUnique({ where: { id: alert.id } })).toMatchObject({ ackedAt: expect.any(Date) });
    await drawer.getByRole('link', { name: 'Open an incident' }).click();
    const form = page.getByRole('dialog');
    const { name } = await prisma.nas.findUniqueOrThrow({ where: { id: nasId } });
    await expect.poll(() => form.getByLabel('NAS', { exact: true }).inputValue()).toContain(name);
    expect(complaints).toEqual([]);
  });
});

/** A NAS reports its sessions every five minutes, so it is silent after fifteen. */
const INTERIM_MIN = 5;
const SILENCE_MIN = 15;
const SESSIONS = 11;
const ADDRESS = '100.64.7.7';

describe.skipIf(!executablePath)('a shift of the NOC', async () => {
  const api = await startApi();
  const console = new ConsoleBrowser(api);
  const makeRouter = await routersOf(api);
  const server = await startTestServer(api.db, { clock: api.clock });
  const { prisma } = api.db;
  const begin = Date.now();
  let tenant: Tenant;
  let minute = 0;
  beforeAll(async () => {
    tenant = await makeTenant(api);
  });

  const now = () => begin + minute * 60_000;
  /** A minute passes, and the node does what it does every minute. */
  async function pass(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed++) {
      minute += 1;
      api.clock.at = new Date(now());
      await countSessions(api.kernel);
      await noteSilence(api.kernel);
      await watchNetworks(api.kernel);
      await suggestIncidents(api.kernel);
    }
  }
  const alerts = () => prisma.alert.findMany({ where: { ispId: tenant.ispid }, orderBy: { id: 'asc' } });

  /** The packets of the NAS: the first session is that of the subscriber. */
  async function report(sender: TestNas, type: 'Start' | 'Interim-Update' | 'Stop'): Promise<void> {
    for (let at = 0; at < SESSIONS; at++) {
      const username = at === 0 ? tenant.username : `guest-${at}`;
      const more = [['Framed-IP-Address', at === 0 ? ADDRESS : `100.64.7.${100 + at}`] as const];
      const usage = { seconds: minute * 60, up: minute * 1_000_000, down: minute * 75_000_000 };
      const record = accounting({ type, username, session: `s${at}`, at: now(), ...usage, more: more as never });
      expect(await sender.ask(server.acctPort, sender.accountingRequest(record))).not.toBeNull();
    }
  }

  /** From now on the router draws the day of the subscriber, and nothing else. */
  async function drawsGraphs({ id, ip }: TestRouter): Promise<void> {
    const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
    const graphs = createServer(({ url = '' }, response) => {
      const isDay = url.startsWith('/graphs/queue/%3Cpppoe') && url.endsWith('/daily.gif');
      response.writeHead(isDay ? 200 : 404).end(isDay ? picture : '');
    });
    await new Promise<void>((done) => graphs.listen(0, ip, done));
    onTestFinished(() => {
      graphs.closeAllConnections();
      graphs.close();
    });
    const { port } = graphs.address() as AddressInfo;
    await api.ok('radius/nas/update', { id, snmp_graph: 'on', http_port: port }, tenant.me);
  }

  async function online(): Promise<{ router: TestRouter; sender: TestNas }> {
    const router = await makeRouter(tenant.me, {}, { latitude: '12.97', longitude: '77.59', location_code: 'BLR' });
    await router.confirm();
    return { router, sender: await TestNas.open(router) };
  }

  it('has a NAS that dies, an alert in time with the sessions at stake, and an incident to open', async () => {
    const { router, sender } = await online();
    await report(sender, 'Start');
    await pass(INTERIM_MIN);
    await report(sender, 'Interim-Update');
    const heardAt = now();
    await pass(SILENCE_MIN);
    expect(await alerts()).toEqual([]);
    await pass(2);
    const [alert] = await alerts();
    expect(alert).toMatchObject({ kind: 'silent', nasId: router.id, sessions: SESSIONS, closedAt: null });
    expect((alert?.openedAt.getTime() ?? 0) - heardAt).toBeLessThanOrEqual((SILENCE_MIN + 2) * 60_000);

    const { page, complaints } = await console.signedIn(tenant, '/network', 'Admin', FOR_AXE);
    const { name } = await prisma.nas.findUniqueOrThrow({ where: { id: router.id } });
    const row = page.getByRole('list', { name: 'Bengaluru' }).getByRole('listitem').filter({ hasText: name });
    await row.getByText(/^Silent since/).waitFor();
    await row.getByText(`${SESSIONS} sessions`, { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Plan of 1 NAS/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await appear(page, { colorScheme: 'dark', width: 390 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
    await row.getByRole('link', { name: new RegExp(`${name} silent since .*; ${SESSIONS} sessions at stake`) }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open an incident' }).waitFor();
    expect(await prisma.incident.findMany({ where: { ispId: tenant.ispid } })).toMatchObject([
      { status: 'Suggested', source: 'Nas', nasId: router.id },
    ]);

    for (let back = 0; back < 2; back++) {
      await report(sender, 'Interim-Update');
      await pass(3);
    }
    expect(await alerts()).toMatchObject([{ id: alert?.id, closedAt: expect.any(Date) }]);
    await page.goto(`${api.url}/console/network`);
    await row.getByText('Heard', { exact: true }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'No alerts' }).waitFor();
    await report(sender, 'Stop');
    sender.close();
    expect(complaints).toEqual([]);
  });

  it('finds out about a slow subscriber in three clicks: verdict, level, ping and speed', async () => {
    const { router, sender } = await online();
    router.simulator.tables.set('/interface', [
      {
        ...{ name: `<pppoe-${tenant.username}>`, type: 'pppoe-in' },
        ...{ 'rx-bits-per-second': '1500400', 'tx-bits-per-second': '20000000' },
      },
    ]);
    await report(sender, 'Start');
    const { page, complaints } = await console.signedIn(tenant, `/sessions?ip=${ADDRESS}`);
    await page.getByRole('row').filter({ hasText: tenant.username }).first().click();
    await page
      .locator('#main header')
      .getByText(/^Online/)
      .waitFor();
    // What the plan allows at present is in sight with the verdict.
    await page
      .getByRole('region', { name: 'Usage' })
      .getByText(/^Level 1 .* Mbit/)
      .waitFor();
    const session = page.getByRole('region', { name: 'Session', exact: true });
    await session.getByRole('button', { name: 'Ping' }).click();
    await session.getByText(/^\d+ of \d+ answered$/).waitFor();
    await session.getByRole('button', { name: 'Watch the speed' }).click();
    await session.getByText('20 Mbit/s down, 1.5 Mbit/s up').waitFor();

    await drawsGraphs(router);
    await page.reload();
    await session.getByRole('button', { name: 'Show the graph of the router' }).click();
    await session.getByRole('img', { name: `Traffic of ${tenant.username} as the router draws it: Day` }).waitFor();
    await session.getByText('Week', { exact: true }).click();
    await session.getByText(/^No graph\. /).waitFor();
    sender.close();
    expect(complaints).toEqual([]);
  });

  it('finds who had an address at 03:00 in four steps', async () => {
    const day = new Date(now() - 86_400_000).toISOString().slice(0, 10);
    const where = { ispId: tenant.ispid, nasId: tenant.nasid, nasIp: '127.0.0.1', acctSessionId: 'night', ip: ADDRESS };
    const times = { startedAt: new Date(`${day}T01:00:00Z`), updatedAt: new Date(`${day}T04:00:00Z`) };
    const ended = { endedAt: times.updatedAt, terminateCause: 'User-Request' };
    await prisma.session.create({
      data: { ...where, ...times, ...ended, serviceId: tenant.serviceid, username: tenant.username },
    });
    const { page, complaints } = await console.signedIn(tenant, '/network');
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(`${ADDRESS} ${day} 03:00`);
    await page.getByRole('option', { name: `Who had ${ADDRESS}` }).click();
    await page.getByLabel('Reason', { exact: true }).fill('Ticket 4711');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: tenant.username, exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });
});
