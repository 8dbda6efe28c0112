import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeWaiting } from '../fixtures/prepared-report.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { choose, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('the reports in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  await api.ok('payment/new', { serviceid: tenant.serviceid, amt: '499.50', mode: 'Online' }, tenant.me);

  it('are grouped by what they are about, show their totals, and are taken as files', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/reports', 'Accounts', FOR_AXE);
    for (const group of ['Payments received', 'Outstanding', 'Revenue', 'Tax', 'Subscribers'])
      await page.getByRole('region', { name: group }).getByRole('link').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('region', { name: 'Payments received' }).getByText('Collections by day').click();
    await page.getByRole('heading', { level: 1, name: 'Collections by day' }).waitFor();
    await page.getByRole('region', { name: 'Collections by day' }).first().waitFor();
    await page.getByRole('cell', { name: 'Total' }).waitFor();
    expect(await page.getByRole('cell', { name: /499\.50/ }).count()).toBe(2);
    await choose(page, 'Report', 'Outstanding by plan');
    await page.getByRole('columnheader', { name: 'Over 90 days' }).waitFor();
    expect(page.url()).toContain('report=outstanding_by_plan');
    // Neither codes nor ids.
    expect(await page.locator('#main').innerText()).not.toMatch(/[a-z]+_[a-z]+|\bid\b/);
    await page.getByRole('columnheader', { name: 'Not invoiced' }).waitFor();
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

  it('are of days that have a name, up to the financial year before, or of any others', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/reports?report=revenue_by_plan', 'Accounts');
    const period = page.getByRole('combobox', { name: 'Period' });
    await page.getByRole('heading', { level: 1, name: 'Revenue by plan' }).waitFor();
    expect(await period.inputValue()).toBe('This month');
    const now = new Date();
    const year = now.getUTCFullYear() - (now.getUTCMonth() < 3 ? 1 : 0);
    await choose(page, 'Period', /^Last financial year/);
    await page.getByRole('region', { name: new RegExp(`Apr.*${year - 1}.* to .*Mar.*${year}$`) }).waitFor();
    expect(page.url()).toContain('period=last_year');
    await choose(page, 'Period', 'Yesterday');
    expect(page.url()).toContain('period=yesterday');
    await page.goto(`${api.url}/console/reports?report=revenue_by_plan&from=2026-01-05&to=2026-01-09`);
    await page.getByRole('region', { name: /Jan.* to .*Jan/ }).waitFor();
    expect(await period.inputValue()).toBe('Other days');
    expect(complaints).toEqual([]);
  });

  it('have no period that is longer than what they read', async () => {
    const { page } = await console.signedIn(tenant, '/reports?report=usage_by_plan&period=last_year', 'Admin');
    const period = page.getByRole('combobox', { name: 'Period' });
    await period.waitFor();
    expect(await period.inputValue()).toBe('This month');
    await period.click();
    await page.getByRole('option', { name: 'Last month' }).waitFor();
    expect(await page.getByRole('option', { name: /financial year/ }).count()).toBe(0);
  });

  it('show names, and compare them in a chart', async () => {
    await api.ok(
      'service/adjust',
      { serviceid: tenant.serviceid, type: 'Debit', amt: '100.00', tax: 'None', reason: 'Router' },
      tenant.me,
    );
    await api.ok('payment/new', { serviceid: tenant.serviceid, amt: '20.00', mode: 'Cheque' }, tenant.me);
    const { page, complaints } = await console.signedIn(tenant, '/reports?report=revenue_by_plan', 'Accounts', FOR_AXE);
    await page.getByRole('cell', { name: 'Fast 20' }).waitFor();
    await choose(page, 'Report', 'Collections by mode');
    const chart = page.getByRole('figure', { name: 'Collections by mode' });
    await chart.getByText('Cheque').waitFor();
    await chart.getByText('499.50').waitFor();
    expect(await violations(page)).toEqual([]);
    await choose(page, 'Report', 'Revenue by reseller');
    await page.getByRole('cell', { name: /^Reseller T/ }).waitFor();
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

  it('that take too long are not asked for again, but prepared on request', async () => {
    const report = '/reports?report=revenue_by_plan&period=this_year';
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Accounts', FOR_AXE);
    const other = await api.db.pool.connect();
    await other.query('BEGIN; LOCK TABLE crm.charge IN ACCESS EXCLUSIVE MODE');
    await page.goto(`${api.url}/console${report}`);
    // As the time limit does after twenty seconds.
    const cancelled = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%WITH r AS MATERIALIZED%'`;
    await expect.poll(async () => (await api.db.pool.query(cancelled)).rowCount).toBe(1);
    await other.query('ROLLBACK');
    other.release();
    const answer = page.getByRole('region', { name: /Apr.* to / }).first();
    await answer.getByText('This takes too long to wait for').waitFor();
    expect(await violations(page)).toEqual([]);
    await answer.getByRole('button', { name: 'Prepare' }).click();
    const list = page.getByRole('region', { name: 'Prepared reports' }).first();
    await list.getByText('Waiting').waitFor();
    await makeWaiting(api);
    await list.getByRole('button', { name: 'Open' }).click();
    await page.getByText(/Prepared on .*; it does not include later changes/).waitFor();
    // The browser’s own line, once: the report was asked for once.
    expect(complaints).toEqual([expect.stringContaining('413')]);
  });

  it('are those that a login user may see, and a wrong parameter is one sentence', async () => {
    const { page } = await console.signedIn(tenant, '/reports?report=expiring&days=93', 'Support');
    await page.getByText(/must be a whole number from 0 to 92/).waitFor();
    await page.getByRole('combobox', { name: 'Report', exact: true }).click();
    await page.getByRole('option', { name: 'Top users' }).waitFor();
    expect(await page.getByRole('option', { name: /Revenue/ }).count()).toBe(0);
  });
});
