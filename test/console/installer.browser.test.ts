import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { goQuiet } from '../fixtures/quiet-page.ts';
import { contact, makeTenant, makeUser } from '../fixtures/tenants.ts';
import { PASSWORD, signIn, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('an installer limited to a location, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  const usernameOf = async (fields: Record<string, string>) => {
    const narrow = { ispid: tenant.ispid, resellerid: 0, groupname: 'Employee', password: PASSWORD, lc: 'BLR' };
    const { userid } = await makeUser(api, tenant.me, { ...narrow, ...fields });
    return (await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } })).username;
  };

  it('opens the dashboard and every other place without a call that is refused', async () => {
    const { page, complaints } = await console.open('/');
    await signIn(page, await usernameOf({ roles: 'Sales,Support' }));
    const places = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
    await places.first().waitFor();
    const addresses = await places.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses).toContain('/console/dashboard');
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${page.url()}: ${answer.status()} ${answer.url()}`);
    });
    for (const address of addresses) await goQuiet(page, `${api.url}${address}`);
    expect(refused).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('sees the visits of today on the dashboard, and those who do not go out see none', async () => {
    const lead = { resellerid: 0, address: '2 Side Road', source: 'Web', location_code: 'BLR', ...contact };
    const id = await api.ok<number>('lead/create', { ...lead, name: 'Vera Visit' }, tenant.me);
    await api.ok('lead/update', { id, status: 'Welcome-Call', report: 'Customer-Accepted' }, tenant.me);
    const { page } = await console.open('/dashboard');
    await signIn(page, await usernameOf({ roles: 'Sales,Support' }));
    const visits = page.getByRole('region', { name: 'Visits today' });
    await visits.getByRole('link', { name: 'Vera Visit' }).click();
    const drawer = page.getByRole('dialog', { name: 'Vera Visit' });
    await drawer.getByRole('button', { name: 'Feasible', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.goto(`${api.url}/console/dashboard`);
    await visits.getByRole('listitem').filter({ hasText: 'Installation' }).waitFor();
    await api.ok('lead/reminder', { id, action: 'set', timestamp: '2099-01-01 10:00:00' }, tenant.me);
    await page.reload();
    await visits.getByText('No visits today.').waitFor();
    const office = await console.open('/dashboard');
    await signIn(office.page, await usernameOf({ roles: 'Support' }));
    await office.page.getByRole('heading', { name: 'Renewals' }).waitFor();
    expect(await office.page.getByText('Visits today').count()).toBe(0);
  });

  it('finds no part of the dashboard that its role cannot read', async () => {
    const { page } = await console.open('/dashboard');
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    await signIn(page, await usernameOf({ roles: 'Sales' }));
    await page.getByRole('heading', { name: 'Leads by stage' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Renewals' }).count()).toBe(0);
    expect(refused).toEqual([]);
  });
});
