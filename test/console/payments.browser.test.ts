import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant, serviceFields } from '../fixtures/tenants.ts';
import { startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('payments in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { prisma } = api.db;
  const { serviceid } = tenant;
  const paid = (status: string) => prisma.payment.count({ where: { serviceId: serviceid, status } });

  it('are taken for the amount that is meant: what is far from what is due is asked once more', async () => {
    await api.ok(
      'service/adjust',
      { serviceid, type: 'Debit', amt: '100.00', tax: 'None', reason: 'Router' },
      tenant.me,
    );
    const { page, complaints } = await console.signedIn(tenant, `/subscribers/${serviceid}`);
    await page.getByRole('button', { name: 'Take payment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await dialog.getByText(/1,000\.00 is more than five times .*100\.00/).waitFor();
    const take = dialog.getByRole('button', { name: /Take payment of .*1,000\.00/ });
    expect(await take.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Amount' }).press('Enter');
    expect(await paid('Paid')).toBe(0);
    await dialog.getByLabel('The amount is right').check();
    await expect.poll(() => take.isEnabled()).toBe(true);
    await take.click();
    await page.getByText(/1,000\.00 from Ravi taken, Cash\./).waitFor();
    expect(await paid('Paid')).toBe(1);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['their list', '/payments'],
    ['the subscriber', `/subscribers/${serviceid}?tab=payments`],
  ])('are cancelled from %s, after it is shown what is due again', async (_, path) => {
    await api.ok('payment/new', { serviceid, amt: '50.00', mode: 'Online' }, tenant.me);
    const before = await paid('Cancelled');
    const { page, complaints } = await console.signedIn(tenant, path);
    await page.getByRole('button', { name: 'Cancel the payment' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/50\.00 from Ravi, paid on/).waitFor();
    const confirm = dialog.getByRole('button', { name: 'Cancel the payment' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('entered twice');
    await dialog.getByText('Afterwards').waitFor();
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await confirm.click();
    await page.getByText(/The payment of .*50\.00 from Ravi is cancelled\./).waitFor();
    expect(await paid('Cancelled')).toBe(before + 1);
    expect(complaints).toEqual([]);
  });

  it('that the bank has returned are due again, with a fee', async () => {
    await api.ok('payment/new', { serviceid, amt: '60.00', mode: 'Cheque' }, tenant.me);
    const { page, complaints } = await console.signedIn(tenant, '/payments');
    await page.getByRole('button', { name: 'Cancel the payment' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Funds insufficient');
    await dialog.getByLabel('The bank has returned it').check();
    await dialog.getByLabel('Fee for the subscriber, without tax').fill('300');
    await dialog.getByText('Fee for a returned payment').first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel the payment' }).click();
    await page.getByText(/The payment of .*60\.00 from Ravi came back and is due again\./).waitFor();
    expect(complaints).toEqual([]);
  });

  it('are taken for all services of a customer at once, and cancelled for all of them', async () => {
    const customer = await makeTenant(api);
    const { customerid, planid, subplanid, me } = customer;
    const service = { customerid, planid, subplanid, ...serviceFields, username: 'second' };
    const second = await api.ok<number>('service/create', service, me);
    for (const id of [customer.serviceid, second])
      await api.ok(
        'service/adjust',
        { serviceid: id, type: 'Debit', amt: '100.00', tax: 'None', reason: 'Router' },
        me,
      );
    const owes = async () => {
      const rows = await api.ok<{ os_amt: string }[]>('service/list', { customerid }, me);
      return rows.map(({ os_amt }) => os_amt);
    };
    const due = await owes();
    const { page, complaints } = await console.signedIn(customer, `/subscribers/${second}`);
    await page.getByRole('button', { name: 'Take payment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/For all 2 services of the customer: .*200\.00 due/).check();
    for (const name of [customer.username, 'second']) await dialog.getByRole('region', { name }).waitFor();
    await dialog.getByRole('button', { name: /Take payment of .*200\.00/ }).click();
    await page.getByText(/200\.00 from Ravi taken, Cash\./).waitFor();
    expect(await owes()).toEqual(['0.00', '0.00']);

    await page.goto(`${api.url}/console/payments`);
    await page.getByRole('button', { name: 'Cancel the payment' }).first().click();
    await dialog.getByLabel('Reason').fill('entered twice');
    for (const name of [customer.username, 'second']) await dialog.getByRole('region', { name }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel it for all services' }).click();
    await page.getByText('The payment from Ravi is cancelled for all services.').waitFor();
    expect(await owes()).toEqual(due);
    expect(complaints).toEqual([]);
  });

  it('leave an advance, which is moved to another service of the customer', async () => {
    const customer = await makeTenant(api);
    const { customerid, planid, subplanid, me } = customer;
    const service = { customerid, planid, subplanid, ...serviceFields, username: 'third' };
    const third = await api.ok<number>('service/create', service, me);
    await api.ok('payment/new', { serviceid: customer.serviceid, amt: '150.00', mode: 'Online' }, me);
    const { page, complaints } = await console.signedIn(customer, `/subscribers/${customer.serviceid}?do=transfer`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
    await dialog.getByLabel('Reason').fill('paid for the wrong one');
    for (const name of [customer.username, 'third']) await dialog.getByRole('region', { name }).waitFor();
    await dialog.getByRole('button', { name: /Move the advance.*100\.00/ }).click();
    await page.getByText(/100\.00 of Ravi moved to the other service\./).waitFor();
    const rows = await api.ok<{ os_amt: string }[]>('service/list', { serviceid: third }, me);
    expect(rows.map(({ os_amt }) => os_amt)).toEqual(['-100.00']);
    expect(complaints).toEqual([]);
  });
});
