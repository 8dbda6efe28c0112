import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { customerFields, makeTenant, serviceFields, type Tenant } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { ConsoleBrowser } from './console-browser.ts';

describe.skipIf(!executablePath)('many subscribers at once, in a browser', async () => {
  const api = await startApi();
  const console = new ConsoleBrowser(api);
  let tenant: Tenant;
  let others: number[];

  beforeEach(async () => {
    tenant = await makeTenant(api);
    others = [await subscribe('Asha'), await subscribe('Bina')];
  });

  async function subscribe(name: string, fields = {}): Promise<number> {
    const { me, resellerid, planid, subplanid } = tenant;
    const customerid = await api.ok<number>('customer/create', { resellerid, ...customerFields, name }, me);
    const username = `${name.toLowerCase()}.${customerid}`;
    return api.ok<number>(
      'service/create',
      { customerid, planid, subplanid, username, ...serviceFields, ...fields },
      me,
    );
  }
  const all = () => [tenant.serviceid, ...others];
  const validUpto = async (at: Date) => {
    await api.db.prisma.service.updateMany({ where: { id: { in: all() } }, data: { validUpto: at } });
  };
  const renewed = (today: Date) =>
    api.db.prisma.service.count({ where: { id: { in: all() }, validUpto: { gt: today } } });

  /** Nothing is chosen until somebody does so. */
  async function chooseAll(page: Page): Promise<void> {
    await page
      .getByRole('row')
      .filter({ hasText: /Asha|Chitra/ })
      .first()
      .waitFor();
    expect(await page.getByRole('region', { name: /selected$/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select the first 100, or none' }).click();
  }

  it('says in the head of the list whether all, some or none are chosen', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers');
    const head = page.getByRole('checkbox', { name: 'Select the first 100, or none' });
    const isMixed = () => page.evaluate<boolean>("document.querySelector('[role=columnheader] input').indeterminate");
    await page.getByRole('row').filter({ hasText: 'Asha' }).getByRole('checkbox').check();
    await page.getByRole('region', { name: '1 selected' }).waitFor();
    expect(await isMixed()).toBe(true);
    await head.click();
    expect([await head.isChecked(), await isMixed()]).toEqual([false, false]);
    await head.click();
    await page.getByRole('region', { name: '3 selected' }).waitFor();
    expect([await head.isChecked(), await isMixed()]).toEqual([true, false]);
  });

  it('keeps what is chosen while filters hide some of it, and says how many', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers');
    for (const name of ['Asha', 'Bina']) {
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
    }
    await page.getByRole('region', { name: '2 selected', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Name, mobile, IP or MAC' }).fill('Asha');
    await page.getByRole('region', { name: '2 selected, 1 hidden', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Name, mobile, IP or MAC' }).fill('');
    await page.getByRole('region', { name: '2 selected', exact: true }).waitFor();
  });

  it('comes back from a subscriber to the place and to what was chosen', async () => {
    for (let k = 10; k < 40; k += 1) others.push(await subscribe(`Nr${k}`));
    const { page } = await console.signedIn(tenant, '/subscribers');
    await page.getByRole('row').filter({ hasText: 'Nr39' }).getByRole('checkbox').check();
    const first = page.getByRole('row').filter({ hasText: 'Asha' });
    await expect
      .poll(async () => {
        await page.mouse.move(600, 500);
        await page.mouse.wheel(0, 4000);
        return first.count();
      })
      .toBe(1);
    await first.click();
    await page.waitForURL(/\/subscribers\/\d+$/);
    await page.getByRole('heading', { name: /Asha/ }).waitFor();
    await page.goBack();
    await first.waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Nr39' }).count()).toBe(0);
    await page.getByRole('region', { name: '1 selected', exact: true }).waitFor();
  });

  it('renews all that are due in four clicks, after showing the sums; nothing is chosen before', async () => {
    const today = new Date(new Date().toISOString().slice(0, 10));
    await validUpto(today);
    const { page, complaints } = await console.signedIn(tenant, '/dashboard', 'Admin', FOR_AXE);
    await page.getByRole('link', { name: 'Within 3 days' }).click();
    await chooseAll(page);
    await page.getByRole('region', { name: '3 selected' }).getByRole('button', { name: 'Renew' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew: 3 subscribers' });
    await dialog.getByRole('region', { name: 'Changes' }).getByText('Asha').waitFor();
    // What a day costs depends on the month.
    const one = { serviceid: tenant.serviceid, action: 'renew', preview: 'Y' };
    const { os_amt } = await api.ok<{ os_amt: string }>('service/action', one, tenant.me);
    expect(await dialog.locator('dl').textContent()).toContain(`Charged$${(3 * Number(os_amt)).toFixed(2)}`);
    expect(await violations(page)).toEqual([]);
    expect(await renewed(today)).toBe(0);
    await dialog.getByRole('button', { name: 'Renew 3' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Done for 3 subscribers.').waitFor();
    expect(await renewed(today)).toBe(3);
    expect(complaints).toEqual([]);
  });

  it('shows those who owe, and suspends them in four clicks', async () => {
    for (const name of ['Chitra', 'Devi']) others.push(await subscribe(name, { installation_amt: 500 }));
    const { page } = await console.signedIn(tenant, '/dashboard');
    await page.getByRole('link', { name: /^Outstanding/ }).click();
    await chooseAll(page);
    await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('button', { name: 'Suspend 2' }).click();
    await page.getByText('Done for 2 subscribers.').waitFor();
    expect(await api.db.prisma.service.count({ where: { id: { in: all() }, status: 'Suspend' } })).toBe(2);
  });

  it('says why a chosen one is refused, does the others, and sends a lost call once', async () => {
    const [suspended = 0] = others;
    await api.ok('service/action', { serviceid: suspended, action: 'suspend' }, tenant.me);
    const { page } = await console.signedIn(tenant, '/subscribers');
    await page.getByRole('row').filter({ hasText: 'Asha' }).getByRole('checkbox').check();
    await page.getByRole('row').filter({ hasText: 'Bina' }).getByRole('checkbox').check();
    await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Renew' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew: 2 subscribers' });
    const refused = dialog.getByRole('region', { name: 'Refused subscribers' }).getByRole('row');
    expect(await refused.nth(1).textContent()).toMatch(/^Asha.*Suspend/);
    let sent = 0;
    let finished = 0;
    await page.route('**/trpc/service.action_many', async (route) => {
      if (sent > 0) return route.continue();
      sent += 1;
      await route.fetch();
      return route.abort();
    });
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/service.action_many')) finished += 1;
    });
    await dialog.getByRole('button', { name: 'Renew 1' }).click();
    await page.getByText('Done for 1 subscriber.').waitFor();
    await expect.poll(() => finished).toBe(1);
    const charges = await api.db.prisma.charge.count({ where: { serviceId: others[1] ?? 0 } });
    expect(charges).toBe(1);
  });

  it('offers nothing to somebody who may only look', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers', 'ReadOnly');
    await page.getByRole('row').filter({ hasText: 'Asha' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });
});
