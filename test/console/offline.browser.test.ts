import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { APPEARANCES, appear, expectAccessible, FOR_AXE } from './appearances.ts';
import { closed, eventually, fill } from './at-forms.ts';
import { signIn, startConsole } from './console-browser.ts';
import { startNode } from './other-node.ts';

describe.skipIf(!executablePath)('the console without a connection, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { serviceid } = tenant;
  const paid = () => api.db.prisma.payment.count({ where: { serviceId: serviceid } });
  const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'shown as of' });
  const cut = (page: Page, isCut: boolean) => page.context().setOffline(isCut);

  async function subscriber(options = {}) {
    const opened = await console.signedIn(tenant, `/subscribers/${serviceid}`, 'Admin', options);
    await opened.page.getByRole('button', { name: 'Take payment' }).waitFor();
    return opened;
  }

  it('keeps a record readable with the time it is of, says what is not loaded, and loads it when the line is back', async () => {
    const { page } = await subscriber(FOR_AXE);
    await cut(page, true);
    await page.getByText(/^You are offline; shown as of \d\d:\d\d\.$/).waitFor();
    await page.getByRole('tab', { name: 'Payments' }).click();
    const tab = page.getByRole('tabpanel');
    await tab.getByText('You are offline.').waitFor();
    await tab.getByText('This has not been loaded yet.').waitFor();
    expect(await page.getByRole('heading', { name: 'Ravi', level: 1 }).isVisible()).toBe(true);
    expect(await page.getByRole('progressbar', { name: 'Loading' }).count()).toBe(0);
    for (const appearance of APPEARANCES) {
      await appear(page, appearance);
      await expectAccessible(page, 'without a connection', appearance);
    }
    await cut(page, false);
    await tab.getByText('You are offline.').waitFor({ state: 'detached' });
    await eventually(() => notice(page).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it('says that the node does not answer, where the browser has a network, until the node is back', async () => {
    const { http, port, url } = await startNode(api);
    const { page } = await console.open('/subscribers', {}, url);
    await signIn(page, await console.userOf(tenant, 'Admin'));
    await page.getByRole('row').getByText(tenant.username).waitFor();
    await http.close(0);
    await page.getByText(/^The node does not answer; shown as of \d\d:\d\d\.$/).waitFor();
    expect(await page.getByRole('row').getByText(tenant.username).isVisible()).toBe(true);
    await startNode(api, port);
    await eventually(() => notice(page).count()).toBe(0);
  });

  it('says so in the place of a screen whose file does not arrive, and opens it when the line is back', async () => {
    const { page } = await subscriber();
    await cut(page, true);
    await notice(page).waitFor();
    await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
    await page.locator('#main').getByText('This has not been loaded yet.').waitFor();
    await cut(page, false);
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
  });

  describe('a change', () => {
    async function takePayment(page: Page) {
      await page.getByRole('button', { name: 'Take payment' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('25.00');
      const take = dialog.getByRole('button', { name: /^Take payment of/ });
      await eventually(() => take.isEnabled()).toBe(true);
      return { dialog, take };
    }
    const LOST = 'No answer arrived. This is sent again when the connection is back, and carried out only once.';

    it('whose answer was lost is sent again until one arrives, and is carried out once', async () => {
      const { page } = await subscriber();
      const { dialog, take } = await takePayment(page);
      const before = await paid();
      let isCut = true;
      await page.route('**/trpc/payment.new', async (route) => {
        if (!isCut) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await take.click();
      await dialog.getByRole('alert').getByText(LOST).waitFor();
      expect(await paid()).toBe(before + 1);
      isCut = false;
      await closed(page);
      await page.getByText(/25\.00 from Ravi taken, Cash\./).waitFor();
      expect(await paid()).toBe(before + 1);
    });

    it('that is made without a connection is sent when it is back', async () => {
      const { page } = await subscriber();
      const { dialog, take } = await takePayment(page);
      const before = await paid();
      await cut(page, true);
      await take.click();
      await dialog.getByRole('alert').getByText(LOST).waitFor();
      expect(await paid()).toBe(before);
      await cut(page, false);
      await closed(page);
      expect(await paid()).toBe(before + 1);
    });

    it('is not sent any more once its dialog is closed', async () => {
      const { page } = await subscriber();
      const { dialog, take } = await takePayment(page);
      const before = await paid();
      await cut(page, true);
      await take.click();
      await dialog.getByRole('alert').getByText(LOST).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await closed(page);
      await cut(page, false);
      await eventually(() => notice(page).count()).toBe(0);
      // The next one arrives, and is the only one.
      const next = await takePayment(page);
      await next.take.click();
      await closed(page);
      expect(await paid()).toBe(before + 1);
    });

    it('that cannot be repeated says that nothing was sent', async () => {
      const { page } = await console.signedIn(tenant, '/locations');
      await page.getByRole('button', { name: 'Add a location' }).click();
      const dialog = page.getByRole('dialog');
      await fill(page, { Name: 'Offline', Code: 'OFF' });
      await cut(page, true);
      await notice(page).waitFor();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('You are offline, so nothing was sent.').waitFor();
      await cut(page, false);
      await eventually(() => notice(page).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await closed(page);
      expect(await api.db.prisma.location.count({ where: { ispId: tenant.ispid, code: 'OFF' } })).toBe(1);
    });

    it('that cannot be repeated and got no answer says that it may have been done', async () => {
      const { page } = await console.signedIn(tenant, '/locations');
      await page.getByRole('button', { name: 'Add a location' }).click();
      const dialog = page.getByRole('dialog');
      await fill(page, { Name: 'Lost', Code: 'LOST' });
      await page.route('**/trpc/location.create', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('No answer arrived, so it is not known whether this was done.').waitFor();
    });
  });

  it('ends a session at the node when the line is back, if it was ended without one', async () => {
    const { page } = await subscriber();
    const isKept = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/sign-in-'))`;
    await expect.poll(() => page.evaluate<boolean>(isKept)).toBe(true);
    const sessions = () => api.db.prisma.loginSession.count();
    const before = await sessions();
    await cut(page, true);
    await notice(page).waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out here, but the node could not be reached.').waitFor();
    expect(await sessions()).toBe(before);
    await cut(page, false);
    await eventually(sessions).toBe(before - 1);
    await page.getByText('You are signed out here').waitFor({ state: 'detached' });
  });
});
