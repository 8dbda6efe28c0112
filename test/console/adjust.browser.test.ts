import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { verifyLedgerAfterAll } from '../fixtures/ledger.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('the account of a subscriber in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  verifyLedgerAfterAll(api);

  const owed = async () =>
    (await api.db.prisma.service.findUniqueOrThrow({ where: { id: tenant.serviceid } })).osAmt.toFixed(2);

  it('is charged, written off, credited and refunded by hand, each after its preview', async () => {
    const { page, complaints } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}`, 'Admin', FOR_AXE);
    const dialog = page.getByRole('dialog');
    async function open(action: string): Promise<void> {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await dialog.waitFor();
    }
    async function confirm(action: string, now: string, then: string, told: RegExp): Promise<void> {
      await dialog.getByText('Afterwards').waitFor();
      const button = dialog.getByRole('button', { name: action, exact: true });
      await expect.poll(() => button.isEnabled()).toBe(true);
      expect(await owed()).toBe(now);
      await button.click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(told).waitFor();
      expect(await owed()).toBe(then);
    }

    await open('Adjust');
    await dialog.getByText('Debit').click();
    await dialog.getByLabel('Amount').fill('250.00');
    await dialog.getByLabel('For the subscriber').fill('Router');
    await dialog.getByText('Complete the fields').waitFor();
    await dialog.getByLabel('Reason, for the staff').fill('broke it');
    await dialog.getByText('Afterwards').waitFor();
    expect(await violations(page)).toEqual([]);
    await confirm('Charge: $250.00', '0.00', '250.00', /^\$250\.00 charged to Ravi\.$/);

    await open('Write off');
    await dialog.getByLabel('Reason, for the staff').fill('moved away');
    await confirm('Write off: $250.00', '250.00', '0.00', /^\$250\.00 of Ravi written off\.$/);

    await open('Adjust');
    await dialog.getByLabel('Amount').fill('80.00');
    await dialog.getByLabel('Reason, for the staff').fill('outage');
    await confirm('Credit: $80.00', '0.00', '-80.00', /^\$80\.00 credited to Ravi\.$/);

    await open('Refund');
    await dialog.getByLabel('Reason, for the staff').fill('moves away');
    await confirm('Refund: $80.00', '-80.00', '0.00', /^\$80\.00 paid out to Ravi, Bank\.$/);

    await page.getByRole('tab', { name: 'Statement' }).click();
    for (const entry of ['Adjustment: Router', 'Write-off', 'Adjustment: Adjustment', 'Refund'])
      await page.getByRole('cell', { name: entry, exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    for (const entry of ['Debit: Router', 'Written off', 'Refund'])
      await page.getByText(entry, { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('is not adjusted by the call centre, unless the ISP allows it an amount', async () => {
    const offered = async () => {
      const { page } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}`, 'Support');
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem').first().waitFor();
      return page.getByRole('menuitem').allTextContents();
    };
    expect(await offered()).not.toContain('Adjust');
    await api.ok('isp/settings_update', { ispid: tenant.ispid, adjust_limit_support: 100 }, tenant.me);
    const now = await offered();
    expect(now).toContain('Adjust');
    expect(now).not.toContain('Write off');
  });

  it('is deleted with its debt, for a reason, after a preview of the final bill', async () => {
    const { serviceid, me } = tenant;
    await api.ok('service/adjust', { serviceid, type: 'Debit', amt: 60, tax: 'None', reason: 'router' }, me);
    const { page, complaints } = await console.signedIn(tenant, `/subscribers/${serviceid}`, 'Admin');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByText(/owes 60\.00 after billing/).waitFor();
    await dialog.getByLabel('Reason to write off').fill('moved away');
    await dialog.getByText('Afterwards').waitFor();
    const button = dialog.getByRole('button', { name: 'Delete' });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    await page.waitForURL(/\/subscribers$/);
    const { deletedAt } = await api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
    expect(deletedAt).not.toBeNull();
    expect(await owed()).toBe('0.00');
    // The answer to the preview without a reason.
    expect(complaints.filter((each) => !each.includes('409'))).toEqual([]);
  });
});
