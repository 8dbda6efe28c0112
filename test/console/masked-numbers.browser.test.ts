import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('masked telephone numbers, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { me, serviceid, customerid } = tenant;
  await api.ok('customer/update', { customerid, mobile: '9877712345', other_mobiles: '080-2345 6789' }, me);
  await api.ok('isp/settings_update', { mask_phones: 'Y' }, me);

  it('are shown one record at a time to those who may, and dialled only then', async () => {
    const { page, complaints } = await console.signedIn(tenant, `/subscribers/${serviceid}`, 'Support', FOR_AXE);
    await page.getByText('98•••••345').first().waitFor();
    expect(await page.locator('a[href^="tel:"]').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show number' }).first().click();
    await page.getByRole('link', { name: '9877712345' }).first().waitFor();
    await page.getByRole('link', { name: '080-2345 6789' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Show number' }).count()).toBe(0);
    expect(await api.db.prisma.auditEvent.count({ where: { procedure: 'customer.phone_reveal' } })).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('have no button for those who may not', async () => {
    const { page } = await console.signedIn(tenant, `/subscribers?search=9877712345`, 'Network');
    await page.locator('#main').waitFor();
    expect(await page.getByText('9877712345', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Show number' }).count()).toBe(0);
  });
});
