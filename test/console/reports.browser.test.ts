import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeWaiting } from '../fixtures/prepared-report.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { choose, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('the reports in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  await api.ok('payment/new', { serviceid: tenant.serviceid, amt: '499.50', mode: 'Online' }, tenant.me);

  it('are chosen from a list, show their totals, and are taken as files', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/reports', 'Accounts', FOR_AXE);
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

  it('are prepared when asked for, and opened with the time of their figures', async () => {
    const { page, complaints } = await console.signedIn(
      tenant,
      '/reports?report=outstanding_by_plan',
      'Accounts',
      FOR_AXE,
    );
    await page.getByRole('button', { name: 'Prepare', exact: true }).click();
    const list = page.getByRole('region', { name: 'Prepared reports' }).first();
    await list.getByText('Waiting').waitFor();
    await makeWaiting(api);
    await list.getByText('Ready').waitFor();
    expect(await violations(page)).toEqual([]);
    await list.getByRole('button', { name: 'Open' }).click();
    await page.getByText(/Prepared on .*; it does not include later changes/).waitFor();
    expect(page.url()).toContain('source=prepared');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^outstanding_by_plan-.*\.csv$/);
    await page.getByRole('button', { name: 'Make it now' }).click();
    await page.getByText(/it does not include later changes/).waitFor({ state: 'detached' });
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
