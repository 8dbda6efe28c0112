import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { suggestIncidents } from '../../src/areas/care/incidents/suggest.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { appear, expectAccessible, FOR_AXE } from './appearances.ts';
import { closed, eventually, fill, openRow, press, pressAndConfirm } from './at-forms.ts';
import { choose, startConsole } from './console-browser.ts';

const PHONE = { colorScheme: 'light', width: 390 } as const;
const NIGHT = { colorScheme: 'dark', width: 1024 } as const;

describe.skipIf(!executablePath)('an incident, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { me, ispid, nasid, serviceid } = tenant;
  const { prisma } = api.db;
  const incident = () => prisma.incident.findFirstOrThrow({ where: { ispId: ispid } });
  const dialog = (page: Page) => page.getByRole('dialog').last();

  /** The NAS of the tenant is silent, with a session of the service. */
  async function silence(): Promise<void> {
    const [at, ispId] = [new Date(), ispid];
    const session = { ispId, serviceId: serviceid, username: 'ravi', nasId: nasid, nasIp: '127.0.0.1' };
    await prisma.session.create({ data: { ...session, acctSessionId: 's1', startedAt: at, updatedAt: at } });
    await prisma.nasTally.create({ data: { nasId: nasid, ispId, online: 10, stale: 0, heardAt: at, silentSince: at } });
    await suggestIncidents(api.kernel);
  }

  it('is suggested, opened, told to those concerned, resolved and compensated, on a phone', async () => {
    await silence();
    await api.ok('notice/sender_set', { channel: 'sms', url: 'https://sms.invalid/?to={to}&text={text}' }, me);
    const { page, complaints } = await console.signedIn(tenant, '/incidents', 'Admin', FOR_AXE);
    await appear(page, PHONE);
    await openRow(page, 'is silent');
    await press(page, 'Change what is told');
    await fill(page, { 'What happened': 'Power cut at Bengaluru' });
    await dialog(page)
      .getByLabel('What subscribers are told, in English')
      .fill('Dear {name}, there is no power at our mast.');
    await dialog(page).getByLabel('What subscribers are told, in Hindi').fill('{name}, हमारे टावर पर बिजली नहीं है।');
    await press(page, 'Save');
    expect(await page.getByRole('link', { name: 'Tell those concerned' }).count()).toBe(0);
    await press(page, 'Open for 1 service');
    await page.getByRole('link', { name: 'Tell those concerned' }).waitFor();
    await expectAccessible(page, 'an open incident', PHONE);

    await page.getByRole('link', { name: 'Tell those concerned' }).click();
    await dialog(page).getByText('Who gets it').waitFor();
    expect(await dialog(page).getByLabel('Text', { exact: true }).first().inputValue()).toContain(
      'no power at our mast',
    );
    expect(await dialog(page).getByLabel('Text', { exact: true }).last().inputValue()).toContain('बिजली');
    expect(await dialog(page).getByLabel('Title, for the staff').inputValue()).toBe('Power cut at Bengaluru');
    await expectAccessible(page, 'the message about it', PHONE);
    expect(await prisma.broadcast.count({ where: { ispId: ispid } })).toBe(0);
    await eventually(() => dialog(page).locator('dl').last().innerText(), 'the preview').toMatch(/Messages\s+1/);
    await press(page, 'Send');
    await closed(page);
    const sent = await prisma.broadcast.findFirstOrThrow({ where: { ispId: ispid } });
    expect(sent).toMatchObject({ title: 'Power cut at Bengaluru', audience: { incidentid: (await incident()).id } });
    expect(new URL(page.url()).search).toBe('');

    await page.goto(`${api.url}/console/incidents?incident=${(await incident()).id}`);
    await press(page, 'Watch');
    await pressAndConfirm(page, 'Resolve');
    await page.getByRole('button', { name: 'Compensate', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Tell those concerned' }).count()).toBe(0);
    await press(page, 'Compensate');
    await choose(page, 'Compensation', 'Days');
    await dialog(page).getByLabel('Days', { exact: true }).fill('2');
    await expectAccessible(page, 'its compensation', PHONE);
    await press(page, 'Compensate');
    await page.getByText(/services were extended/).waitFor();
    await appear(page, NIGHT);
    await expectAccessible(page, 'a resolved incident', NIGHT);
    expect(await incident()).toMatchObject({ status: 'Resolved', compensation: 'Days', compensationDays: 2 });
    expect(await prisma.incidentCompensation.count({ where: { serviceId: serviceid } })).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('offers its message only to those who may write to many', async () => {
    const outage = { kind: 'Outage', title: 'Fibre cut', serviceids: serviceid, count: 1 };
    const id = await api.ok<number>('incident/create', outage, me);
    const { page } = await console.signedIn(tenant, `/incidents?incident=${id}`, 'Network');
    await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Tell those concerned' }).count()).toBe(0);
  });
});
