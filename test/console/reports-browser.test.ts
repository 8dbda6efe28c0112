import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeTenant, type Tenant } from '../fixtures/tenants.ts';
import { ConsoleBrowser, choose } from './console-browser.ts';

describe.skipIf(!executablePath)('the reports in a browser', { timeout: 120_000 }, async () => {
  const api = await startApi();
  let console: ConsoleBrowser;
  let tenant: Tenant;

  beforeAll(async () => {
    console = await ConsoleBrowser.launch(api);
    tenant = await makeTenant(api);
    await api.ok('payment/new', { serviceid: tenant.serviceid, amt: '499.50', mode: 'Online' }, tenant.me);
  });
  afterAll(() => console.close());

  it('are chosen from a list, show their totals, and are taken as files', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/reports', 'Accounts', { bypassCSP: true });
    await page.getByRole('region', { name: 'Collections by day' }).first().waitFor();
    await page.getByRole('cell', { name: 'Total' }).waitFor();
    expect(await page.getByRole('cell', { name: /499\.50/ }).count()).toBe(2);
    await choose(page, 'Report', 'Outstanding by plan');
    await page.getByRole('columnheader', { name: 'Over 90 days' }).waitFor();
    expect(page.url()).toContain('report=outstanding_by_plan');
    expect(await violations(page)).toEqual([]);
    for (const ending of ['CSV', 'PDF']) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: ending, exact: true }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(new RegExp(`^outstanding_by_plan-.*\\.${ending.toLowerCase()}$`));
    }
    expect(complaints).toEqual([]);
  });

  it('are those that a login user may see, and a wrong parameter is one sentence', async () => {
    const { page } = await console.signedIn(tenant, '/reports?report=expiring&days=93', 'Support');
    await page.getByText(/must be a whole number from 0 to 92/).waitFor();
    await page.getByRole('combobox', { name: 'Report', exact: true }).click();
    await page.getByRole('option', { name: 'Top users' }).waitFor();
    expect(await page.getByRole('option', { name: /Revenue/ }).count()).toBe(0);
  });
});
