import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import type { Shop } from '../fixtures/subscriber.ts';
import { MAHARASHTRA, sell, taxedShop } from '../fixtures/tax.ts';
import { makeTenant, makeUser } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { ConsoleBrowser, PASSWORD, signIn } from './console-browser.ts';
import { Hand } from './hand.ts';

/** The month before the running one, in India: returns are filed for it. */
const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' })
  .format(new Date())
  .split('-')
  .map(Number);
const lastMonth = month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;

describe.skipIf(!executablePath)('the GST return in a browser', async () => {
  const api = await startApi();
  const console = new ConsoleBrowser(api);
  let shop: Shop;

  async function at(username: string, roles: string, path: string) {
    await makeUser(api, shop.me, { ispid: shop.ispid, password: PASSWORD, roles, username });
    const opened = await console.open(path, { timezoneId: 'Asia/Kolkata', ...FOR_AXE });
    await opened.page.getByLabel('Username').fill(username);
    await opened.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    return { ...opened, hand: new Hand(opened.page) };
  }

  beforeAll(async () => {
    shop = await taxedShop(api, { on: `${lastMonth}-05` });
    await sell(shop, { tax_id: MAHARASHTRA, type: 'Organisation' });
    await sell(shop);
    const far = await sell(shop, { state: 'Kerala' });
    shop.day(`${lastMonth}-20`);
    await far.changePlan(await shop.plan({ amt1: 99 }), 'immediately');
    api.clock.at = undefined;
  });

  it('is taken by an accountant for the portal: 3 clicks from the sign-in page', async () => {
    const { page, hand, complaints } = await at('accountant', 'Accounts', '/');
    await hand.click(page.getByRole('button', { name: 'Sign in', exact: true }));
    await hand.click(page.getByRole('link', { name: 'GST return' }));
    await page.getByRole('heading', { level: 1, name: 'GST return (GSTR-1)' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      hand.click(page.getByRole('button', { name: 'JSON for the GST portal' })),
    ]);
    expect(hand.clicks).toBe(3);
    const [ofYear, ofMonth] = lastMonth.split('-');
    expect(file.suggestedFilename()).toBe(`GSTR1-29AAGCB7383J1Z4-${ofMonth}${ofYear}.json`);
    const written = JSON.parse(await readFile(await file.path(), 'utf8'));
    const asked = await api.call('tax/gstr1', { month: lastMonth }, shop.me);
    expect(written).toEqual(JSON.parse(String(asked.result)));
    expect(complaints).toEqual([]);
  });

  it('is taken with keys alone', async () => {
    const { page, hand, complaints } = await at('keys-accountant', 'Accounts', '/');
    await hand.press('Enter');
    await page.locator('#main').getByRole('heading', { level: 1 }).first().waitFor();
    await hand.press('Control+k');
    await hand.type('gstr-1');
    await page.getByRole('option', { name: 'GST return' }).first().waitFor();
    await hand.press('Enter');
    const json = page.getByRole('button', { name: 'JSON for the GST portal' });
    await hand.tabTo(json);
    const [file] = await Promise.all([page.waitForEvent('download'), hand.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/^GSTR1-/);
    expect([hand.clicks, complaints]).toEqual([0, []]);
  });

  it('shows sections, the summary by code, consumers by state and the numbers, in words', async () => {
    const { page, complaints } = await at('chartered', 'Accounts', '/reports/gst');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const part = (name: string) => page.getByRole('region', { name, exact: true }).first();
    await part('Summary by section').getByRole('cell', { name: 'B2B: to businesses with a GSTIN' }).waitFor();
    await part('HSN and SAC summary').getByRole('cell', { name: '998422' }).first().waitFor();
    await part('Consumers by state').getByRole('cell', { name: 'Kerala' }).waitFor();
    const listed = part('Documents listed one by one').getByRole('row').filter({ hasText: MAHARASHTRA });
    expect(await listed.innerText()).toMatch(/Maharashtra.*588\.82.*499\.00.*89\.82/s);
    await part('Numbers issued').getByRole('cell', { name: 'Credit notes' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Not in this return' }).click();
    await page.getByRole('heading', { level: 1, name: 'Not in GSTR-1' }).waitFor();
    expect(page.url()).toContain(`from=${lastMonth}-01`);
    expect(complaints).toEqual([]);
  });

  it('says of another month that there is nothing, and that a running month is not over', async () => {
    const { page } = await at('auditor', 'ReadOnly', '/reports/gst?month=2020-02');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('No documents in this month').waitFor();
    await page.getByRole('combobox', { name: 'Month' }).click();
    await page.getByRole('option').first().click();
    await page.getByText('The month is not over').waitFor();
  });

  it('needs a GSTIN, and is offered neither to the call centre nor outside India', async () => {
    const tenant = await makeTenant(api);
    const { page } = await console.signedIn(tenant, '/reports/gst', 'Admin');
    await page.getByText('No GSTIN').waitFor();
    await page.getByRole('link', { name: 'Taxes' }).waitFor();
    await page.getByRole('link', { name: 'GST return' }).waitFor();
    const support = await console.signedIn(tenant, '/reports', 'Support');
    await support.page.getByRole('region', { name: 'Network usage' }).waitFor();
    expect(await support.page.getByRole('link', { name: 'GST return' }).count()).toBe(0);
    await api.db.prisma.isp.update({ where: { id: tenant.ispid }, data: { country: 'Germany' } });
    const { page: german } = await console.open('/reports');
    await signIn(german, await console.userOf(tenant, 'Admin'));
    await german.getByRole('region', { name: 'Revenue' }).waitFor();
    expect(await german.getByRole('link', { name: 'GST return' }).count()).toBe(0);
  });
});
