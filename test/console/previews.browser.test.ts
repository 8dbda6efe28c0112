import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { contact, customerFields, makeTenant, makeUser, planFields, serviceFields } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { choose, PASSWORD, signIn, startConsole } from './console-browser.ts';

const PAID_BY_ISP = { invoice_by: 'ISP', payment_by: 'ISP' };
/** As the console writes the days of these tenants. */
const written = (at: Date) => at.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

describe.skipIf(!executablePath)('previews and confirmations in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { prisma } = api.db;
  const { serviceid, me } = tenant;
  const record = `/subscribers/${serviceid}`;
  const dialogOf = (page: Page) => page.getByRole('dialog').last();
  const service = () => prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
  const payments = () => prisma.payment.count({ where: { serviceId: serviceid } });

  it('say what changes in words, with the old value beside the new one, and name person and amount', async () => {
    const before = await service();
    const { page, complaints } = await console.signedIn(tenant, record, 'Admin', FOR_AXE);
    await page.getByRole('button', { name: 'Renew' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew: Ravi' });
    const until = written(before.validUpto ?? new Date(0));
    await dialog.getByText(new RegExp(`^Renews tomorrow: ${until} becomes `)).waitFor();
    await dialog.getByText(/^\$\d+\.\d\d charged for /).waitFor();
    const validity = dialog.getByRole('row', { name: /^Valid until/ });
    expect(await validity.getByRole('cell').first().textContent()).toBe(until);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Renew: \$\d+\.\d\d$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const after = written((await service()).validUpto ?? new Date(0));
    await page.getByText(new RegExp(`^Ravi is renewed until ${after}\\. \\$\\d+\\.\\d\\d charged\\.$`)).waitFor();
    expect(complaints).toEqual([]);
  });

  it('name both plans of a plan change', async () => {
    const { planid } = tenant;
    const more = { planid, name: 'Quarterly', units: 3, charge1: 'Internet', amt1: 1200 };
    await api.ok('plan/subplan_create', more, me);
    const { page, complaints } = await console.signedIn(tenant, record);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Change plan' }).click();
    await choose(page, 'Plan', 'Fast 20');
    await choose(page, 'Duration and price', /^Quarterly/);
    const dialog = dialogOf(page);
    await dialog.getByText('The plan changes from Fast 20, Monthly to Fast 20, Quarterly.').waitFor();
    await dialog.getByText('With the next bill', { exact: true }).click();
    await dialog.getByText(/^With the next bill, the plan changes from .*Monthly to .*Quarterly\./).waitFor();
    const confirm = dialog.getByRole('button', { name: 'Change plan' });
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await confirm.click();
    await page.getByText('Ravi gets Fast 20, Quarterly with the next bill.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('book nothing by a key that is held down', async () => {
    await api.ok('service/adjust', { serviceid, type: 'Debit', amt: '100.00', tax: 'None', reason: 'Router' }, me);
    const { page } = await console.signedIn(tenant, record);
    await page.getByRole('button', { name: 'Take payment' }).click();
    const take = dialogOf(page).getByRole('button', { name: /Take payment of/ });
    await expect.poll(() => take.isEnabled()).toBe(true);
    await dialogOf(page).locator('input:focus').waitFor();
    const before = await payments();
    for (let k = 0; k < 5; k += 1) await page.keyboard.down('Enter');
    await page.locator('[role=dialog] button:focus', { hasText: /Take payment of/ }).waitFor();
    for (let k = 0; k < 5; k += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await payments()).toBe(before);
    await page.keyboard.press('Enter');
    await page.getByText(/ from Ravi taken, Cash\./).waitFor();
    expect(await payments()).toBe(before + 1);
  });

  it('ask once more about a payment of a tenth, and about a charge far above what is owed', async () => {
    await api.ok('service/adjust', { serviceid, type: 'Debit', amt: '100.00', tax: 'None', reason: 'Router' }, me);
    const { page, complaints } = await console.signedIn(tenant, record);
    await page.getByRole('button', { name: 'Take payment' }).click();
    await dialogOf(page).getByRole('textbox', { name: 'Amount' }).fill('1');
    await dialogOf(page)
      .getByText(/1\.00 is a tenth or less of /)
      .waitFor();
    expect(
      await dialogOf(page)
        .getByRole('button', { name: /Take payment of/ })
        .isDisabled(),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Adjust' }).click();
    await dialogOf(page).getByText('Debit').click();
    await dialogOf(page).getByLabel('Amount').fill('50000');
    await dialogOf(page).getByLabel('Reason, for the staff').fill('typed too much');
    await dialogOf(page)
      .getByText(/50,000\.00 is more than five times /)
      .waitFor();
    expect(
      await dialogOf(page)
        .getByRole('button', { name: /^Charge/ })
        .isDisabled(),
    ).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('name the reseller and the amount of a wallet, and ask once more about a far larger top-up', async () => {
    const fields = { type: 'Franchisee', name: 'Lake Town', code: 'LAKE', commission_percent: 10, credit_limit: 100 };
    const resellerid = await api.ok<number>('reseller/create', { ...fields, ...PAID_BY_ISP, ...contact }, me);
    await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: '200.00' }, me);
    const { page, complaints } = await console.signedIn(tenant, '/wallets', 'Admin', FOR_AXE);
    const row = page.getByRole('row', { name: /Lake Town/ });
    await row.getByRole('button', { name: 'Top up' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Amount').fill('5000');
    await dialog.getByText(/5,000\.00 is more than five times .*200\.00/).waitFor();
    const confirm = dialog.getByRole('button', { name: 'Change the wallet: +$5,000.00' });
    expect(await confirm.isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('The amount is right').check();
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await confirm.click();
    await page.getByText('$5,000.00 added to the wallet of Lake Town, which now has $5,200.00.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('show an old price beside the new one, before it is saved', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/plans');
    await page.getByRole('row').filter({ hasText: 'Fast 20' }).click();
    await page.getByRole('button', { name: /: Monthly$/ }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Price', { exact: true }).fill('599');
    await dialog.getByText('Now: 499.00').waitFor();
    await dialog.getByText(/\$499\.00 → \$599\.00/).waitFor();
    expect(complaints).toEqual([]);
  });

  it('of many show what changes for each, and the sum on the button', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/subscribers');
    await page.getByRole('row').filter({ hasText: 'Ravi' }).getByRole('checkbox').check();
    await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Suspend' }).click();
    const changes = dialogOf(page).getByRole('region', { name: 'Changes' });
    await changes.getByText(/Active.*→.*Suspended/).waitFor();
    expect(await changes.getByRole('columnheader').allTextContents()).toEqual(['Name', 'Status', 'Charged']);
    expect(complaints).toEqual([]);
  });

  it('keep the credits of the ISP from a franchisee, for one subscriber and for many', async () => {
    const { ispid } = tenant;
    const fields = { type: 'Franchisee', name: 'Hill Town', code: 'HILL', commission_percent: 10, credit_limit: 5000 };
    const resellerid = await api.ok<number>('reseller/create', { ...fields, ...PAID_BY_ISP, ...contact }, me);
    const planid = await api.ok<number>('plan/create', { resellerid: 0, ...planFields, name: 'Hill 20' }, me);
    const price = { planid, name: 'Monthly', units: 1, charge1: 'Internet', amt1: 499 };
    const subplanid = await api.ok<number>('plan/subplan_create', price, me);
    const customer = { resellerid, ...customerFields, name: 'Hema' };
    const customerid = await api.ok<number>('customer/create', customer, me);
    const sold = { customerid, planid, subplanid, username: 'hema', ...serviceFields };
    const id = await api.ok<number>('service/create', sold, me);
    const user = { ispid, resellerid, groupname: 'Reseller', roles: 'Admin', password: PASSWORD };
    const { userid } = await makeUser(api, me, user);
    const { username } = await prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
    const sums = async (page: Page) => {
      await page.getByRole('row').filter({ hasText: 'Hema' }).getByRole('checkbox').check();
      await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Renew' }).click();
      await dialogOf(page).getByText('Wallet: Hill Town').waitFor();
      return dialogOf(page).locator('dl').textContent();
    };
    const { page } = await console.open('/subscribers');
    await signIn(page, username);
    expect(await sums(page)).not.toContain('Credits of the ISP');
    await page.goto(`${api.url}/console/subscribers/${id}`);
    await page.getByRole('button', { name: 'Renew' }).click();
    await dialogOf(page)
      .getByRole('row', { name: /^Wallet/ })
      .waitFor();
    expect(await dialogOf(page).textContent()).not.toMatch(/credits of/i);
    const owner = await console.signedIn(tenant, '/subscribers');
    expect(await sums(owner.page)).toContain('Credits of the ISP1.00');
  });
});
