import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeTenant, makeUser } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { startConsole } from './console-browser.ts';
import { Hand } from './hand.ts';

describe.skipIf(!executablePath)('work with money, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { serviceid, username } = tenant;

  async function typed(text: string, roles = 'Accounts') {
    const opened = await console.signedIn(tenant, '/payments', roles, FOR_AXE);
    const hand = new Hand(opened.page);
    await hand.press('Control+k');
    await hand.type(text);
    return { ...opened, hand };
  }

  it.each([
    ['payment', 'Take a payment'],
    ['collect', 'Take a payment'],
    ['refund', 'Refund an advance or a deposit'],
    ['cash', 'Cash hand-over'],
    ['cash hand-over', 'Cash hand-over'],
    ['handover', 'Cash hand-over'],
  ])('is found by %s in the palette, and begins there', async (text, title) => {
    const { page, hand, complaints } = await typed(text);
    await page.getByRole('option', { name: title }).waitFor();
    await hand.press('Enter');
    await page.getByRole('dialog', { name: title }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it.each([
    ['GSTR-1', 'GST return', '/reports/gst'],
    ['hsn', 'GST return', '/reports/gst'],
    ['revenue by pl', 'Revenue by plan', 'report=revenue_by_plan'],
  ])('has its screen: %s leads to %s', async (text, title, address) => {
    const { page, hand } = await typed(text);
    await page.getByRole('option', { name: title }).first().waitFor();
    await hand.press('Enter');
    await page.waitForURL((url) => url.href.includes(address));
  });

  it('is not offered to those who may not do it', async () => {
    const { page } = await typed('refund', 'Support');
    await page.getByText('Nothing found').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
  });

  it('takes a payment from the list of payments: who pays, then the amount', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/payments', 'Accounts');
    await page.getByRole('button', { name: 'Take payment' }).click();
    const who = page.getByRole('dialog', { name: 'Take a payment' });
    const field = who.getByRole('combobox', { name: 'Subscriber' });
    await field.fill(username);
    await who.getByRole('option', { name: username }).waitFor();
    await field.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(`/subscribers/${serviceid}`));
    await page.getByRole('dialog', { name: 'Take a payment' }).getByLabel('Amount').waitFor();
    expect(complaints).toEqual([]);
  });

  it('refunds an advance, and says when there is none', async () => {
    const { page, hand } = await typed('refund');
    await page.getByRole('option', { name: /^Refund/ }).waitFor();
    await hand.press('Enter');
    const who = page.getByRole('dialog', { name: /^Refund/ });
    const field = who.getByRole('combobox', { name: 'Subscriber' });
    await field.fill(username);
    await who.getByRole('option', { name: username }).waitFor();
    await field.press('Enter');
    await who.getByText('has no advance and no deposit').waitFor();
    await api.ok('payment/new', { serviceid, amt: '70.00', mode: 'Online' }, tenant.me);
    await field.press('Enter');
    await page.getByRole('dialog', { name: 'Pay money out' }).getByLabel('Amount').waitFor();
  });

  it('takes cash over from the user who has collected it', async () => {
    const collector = { ispid: tenant.ispid, username: 'counter', name: 'Akash Nair', roles: 'Accounts' };
    const at = await makeUser(api, tenant.me, { ...collector, cash_limit: 1000 });
    await api.ok('payment/new', { serviceid, amt: '350.00', mode: 'Cash' }, at);
    const { page, hand, complaints } = await typed('cash');
    await page.getByRole('option', { name: 'Cash hand-over' }).waitFor();
    await page.getByRole('option', { name: 'Cash hand-over' }).click();
    await page.locator('button:focus', { hasText: 'Akash Nair' }).waitFor();
    await page.getByRole('button', { name: /Akash Nair.*350\.00/ }).click();
    const dialog = page.getByRole('dialog', { name: /Take over the cash: Akash Nair/ });
    await dialog.getByText(/350\.00 → .*0\.00/).waitFor();
    await dialog.getByRole('button', { name: 'Take over the cash' }).click();
    await dialog.waitFor({ state: 'detached' });
    const user = await api.db.prisma.loginUser.findFirstOrThrow({ where: { username: 'counter' } });
    expect(Number(user.cashBalance)).toBe(0);
    expect(hand.keys).toBe('Control+k');
    expect(complaints).toEqual([]);
  });
});
