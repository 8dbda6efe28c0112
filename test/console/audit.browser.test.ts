import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { choose, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('the audit in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { me, serviceid, planid, username } = tenant;

  it('leaves previews out, and marks those that are asked for', async () => {
    await api.ok('service/action', { serviceid, action: 'suspend', preview: 'Y' }, me);
    await api.ok('service/action', { serviceid, action: 'suspend' }, me);
    const { page, complaints } = await console.signedIn(tenant, '/audit');
    const suspended = page.getByRole('row').filter({ hasText: 'Subscriber: Suspend' });
    await suspended.first().waitFor();
    expect(await suspended.count()).toBe(1);
    await choose(page, 'Previews', 'With previews');
    await suspended.filter({ hasText: 'Preview' }).waitFor();
    expect(await suspended.count()).toBe(2);
    await choose(page, 'Previews', 'Previews only');
    await expect.poll(() => suspended.count()).toBe(1);
    await suspended.click();
    await page.getByRole('dialog').getByText('It changed nothing.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('names the subscriber of a call, leads to it, and shows what was done to it alone', async () => {
    await api.ok('service/action', { serviceid, action: 'restore' }, me);
    await api.ok('plan/update', { id: planid, name: 'Fast 30' }, me);
    const { page } = await console.signedIn(tenant, '/audit');
    await page.getByRole('row').filter({ hasText: 'Plan: changed' }).filter({ hasText: 'Fast 30' }).waitFor();
    await page.getByRole('combobox', { name: 'Subscriber', exact: true }).fill(username.slice(0, 4));
    await page.getByRole('option', { name: username }).click();
    await page.getByRole('row').filter({ hasText: 'Plan: changed' }).waitFor({ state: 'detached' });
    await page
      .getByRole('row')
      .filter({ hasText: 'Subscriber: Restore' })
      .getByRole('link', { name: username })
      .click();
    await page.waitForURL(new RegExp(`/subscribers/${serviceid}`));
  });
});
