import { describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
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
