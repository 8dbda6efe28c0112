import { describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { routersOf } from '../fixtures/router.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { ConsoleBrowser } from './console-browser.ts';

describe.skipIf(!executablePath)('a NAS in a browser', async () => {
  const api = await startApi();
  const console = new ConsoleBrowser(api);
  const makeRouter = await routersOf(api);
  const { prisma } = api.db;

  it('shows its configuration, fills in the secret, and says what is wrong', async () => {
    const tenant = await makeTenant(api);
    const { nasid: nasId } = tenant;
    const { page, complaints } = await console.signedIn(tenant, '/nas');
    await page.getByRole('row').filter({ hasText: 'Core' }).last().click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByText('secret=<secret>').waitFor();
    await dialog.getByRole('button', { name: 'Fill in the secret' }).click();
    await dialog.getByText('secret="testing123"').waitFor();
    const at = new Date();
    await prisma.nasHeard.create({ data: { nasId, acctAt: at, unauthenticAt: at } });
    await dialog.getByRole('alert').getByText('Wrong secret').waitFor();
    await dialog.getByText(/^Accounting: (?!never)/).waitFor();
    expect(complaints).toEqual([]);
  });

  it('is made of an unknown sender, which is then unknown no more', async () => {
    const { ispid } = await makeTenant(api);
    await prisma.unknownNas.create({ data: { ip: '198.51.100.77', lastIdentifier: 'new-core' } });
    const { page, complaints } = await console.asAdministrator('/nas');
    await page.getByRole('button', { name: 'Add as a NAS' }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByLabel('ISP', { exact: true }).fill(String(ispid));
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').getByText('secret=<secret>').waitFor();
    expect(await prisma.nas.findFirst({ where: { ip: '198.51.100.77' } })).toMatchObject({
      name: 'new-core',
      ispId: ispid,
    });
    await page.getByRole('button', { name: 'Add as a NAS' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('shows a router once its certificate is confirmed, and the command for what is missing', async () => {
    const tenant = await makeTenant(api);
    const router = await makeRouter(tenant.me);
    router.simulator.tables.set('/ip/pool', []);
    const { page, complaints } = await console.signedIn(tenant, '/nas');
    await page.getByRole('row').filter({ hasText: router.ip }).click();
    const section = page.getByRole('region', { name: 'Router', exact: true });
    await section.getByText(router.fingerprint.slice(0, 2)).first().waitFor();
    await section.getByRole('button', { name: 'It is the same' }).click();
    await section.getByText('CCR2116-12G-4S+').waitFor();
    await section.getByRole('button', { name: 'Compare the configuration' }).click();
    await section.getByText('/ip pool add name=blocked_pool').waitFor();
    // The first answer says that the certificate is not confirmed.
    expect(complaints.filter((complaint) => !complaint.includes('502'))).toEqual([]);
  });

  it('compares the sessions of a router, and closes those that are open only here once its name is typed', async () => {
    const tenant = await makeTenant(api);
    const router = await makeRouter(tenant.me);
    await router.confirm();
    const old = new Date(Date.now() - 3_600_000);
    const session = { ispId: tenant.ispid, nasId: router.id, nasIp: router.ip, startedAt: old, updatedAt: old };
    await prisma.session.create({ data: { ...session, username: 'gone', acctSessionId: 's1', ip: '100.64.7.7' } });
    router.simulator.tables.set('/ppp/active', [{ name: 'unknown', address: '100.64.7.8', uptime: '1h' }]);
    const { page, complaints } = await console.signedIn(tenant, '/nas');
    await page.getByRole('row').filter({ hasText: router.ip }).click();
    const section = page.getByRole('region', { name: 'Sessions of the router' });
    await section.getByRole('button', { name: 'Compare the sessions' }).click();
    await section.getByText('unknown 100.64.7.8, for 1 h').waitFor();
    await section.getByText('gone 100.64.7.7, last reported').waitFor();
    await section.getByRole('button', { name: 'Close them' }).click();
    await section.getByText('1 of 1 sessions are closed').waitFor();
    expect(await section.getByRole('button', { name: 'Close them' }).isDisabled()).toBe(true);
    const { name } = await prisma.nas.findUniqueOrThrow({ where: { id: router.id } });
    await section.getByRole('textbox').fill(name);
    await section.getByRole('button', { name: 'Close them' }).click();
    await section.getByText('gone 100.64.7.7').waitFor({ state: 'detached' });
    expect(await prisma.session.findFirst({ where: { nasId: router.id } })).toMatchObject({
      terminateCause: 'Not-On-NAS',
    });
    expect(complaints).toEqual([]);
  });

  it('pings a subscriber from the router, and shows the speed of the session', async () => {
    const tenant = await makeTenant(api);
    const router = await makeRouter(tenant.me);
    await router.confirm();
    const at = new Date();
    const session = {
      ispId: tenant.ispid,
      resellerId: tenant.resellerid,
      nasId: router.id,
      nasIp: router.ip,
      ip: '100.64.7.7',
    };
    const { username, serviceid: serviceId } = tenant;
    await prisma.session.create({
      data: { ...session, username, serviceId, acctSessionId: 'probed', startedAt: at, updatedAt: at },
    });
    const rates = { 'rx-bits-per-second': '1500000', 'tx-bits-per-second': '20000000' };
    router.simulator.tables.set('/interface', [{ name: `<pppoe-${username}>`, ...rates }]);
    const { page, complaints } = await console.signedIn(tenant, `/subscribers/${serviceId}`);
    await page.getByRole('button', { name: 'Ping' }).click();
    await page.getByText('5 of 5 answered').waitFor();
    await page.getByRole('button', { name: 'Watch the speed' }).click();
    await page.getByText('20 Mbit/s down, 1.5 Mbit/s up').waitFor();
    await page.getByRole('button', { name: 'Stop watching' }).click();
    expect(complaints).toEqual([]);
  });
});
