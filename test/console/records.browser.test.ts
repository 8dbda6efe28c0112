import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { simulatedProviders } from '../fixtures/payment-providers.ts';
import { quietAfter } from '../fixtures/quiet-page.ts';
import { makeTenant, makeUser } from '../fixtures/tenants.ts';
import { wholeTenant } from '../rpc/whole-tenant.ts';
import { type Appearance, appear, expectAccessible, FOR_AXE } from './appearances.ts';
import { closed, eventually, fill, openRow, press, pressAndConfirm } from './at-forms.ts';
import { choose, PASSWORD, signIn, startConsole } from './console-browser.ts';

/** Screens that are data, each with a record of the tenant that has one of everything. */
const SCREENS: readonly (readonly [string, string])[] = [
  ['settings/webhooks', 'crm.invalid'],
  ['settings/gateways', 'Razorpay'],
  ['notices', 'Not paid'],
  ['notices/messages', 'Waiting'],
  ['notices/many', 'whole'],
  ['visits', 'Booked'],
  ['incidents', 'whole'],
  ['payments/orders', 'ravi'],
  ['plans/topups', '10 GB'],
  ['pools/ipv6', 'homes'],
  ['pools/nas', 'pool-1'],
  ['nas/proxies', 'Proxy'],
  ['nas/nat', '100.64.0.0'],
  ['hotspot', 'Fast 20'],
];
/** Others, each with a button that it has when it is loaded. */
const WITHOUT_ROWS = [
  ['notices/channels', 'Save'],
  ['settings/taxes', 'Save the seller'],
] as const;

describe.skipIf(!executablePath)('records in a browser', async () => {
  const { api, console, tenant } = await startConsole(wholeTenant, await simulatedProviders());
  const { prisma } = api.db;

  const main = (page: Page) => page.locator('#main');
  /** A dialog takes the focus when it has opened, which must not happen between reaching a button and pressing it. */
  const pressIn = async (page: Page, name: string) => {
    await page.locator('[role=dialog] :focus, [role=dialog]:focus').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name }).press('Enter');
  };

  it('are added, changed and deleted with keys alone', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/plans/topups');
    const { keyboard } = page;
    await main(page).getByRole('button', { name: 'Add a top-up plan' }).focus();
    await keyboard.press('Enter');
    await page.locator('input:focus').waitFor();
    await keyboard.insertText('Weekend');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.insertText('5');
    await keyboard.press('Tab');
    await keyboard.insertText('49.50');
    await keyboard.press('Enter');
    await closed(page);
    const stored = () => prisma.topupPlan.findFirst({ where: { ispId: tenant.ispid, name: { startsWith: 'Week' } } });
    expect(await stored()).toMatchObject({ resellerId: null, type: 'Expiring' });
    await page.getByRole('row').filter({ hasText: 'Weekend' }).waitFor();
    await keyboard.press('j');
    await keyboard.press('Enter');
    await pressIn(page, 'Edit');
    await page.locator('input:focus').waitFor();
    await keyboard.press('Control+A');
    await keyboard.insertText('Week');
    await keyboard.press('Enter');
    await closed(page);
    await page
      .getByRole('row')
      .filter({ hasText: /Week(?!end)/ })
      .waitFor();
    await keyboard.press('Enter');
    await pressIn(page, 'Delete');
    await page.getByText('It is no longer sold. Top-ups already sold stay.').waitFor();
    await page.locator('[data-autofocus]:focus').waitFor();
    await keyboard.press('Enter');
    await closed(page);
    expect((await stored())?.deletedAt).not.toBeNull();
    expect(complaints).toEqual([]);
  });

  it('are added at other screens, and deleted after asking', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/account');
    for (const [screen, button, texts, name] of [
      ['pools/nas', 'Add a pool', { Name: 'night', Notes: 'slow' }, 'night'],
      ['pools/ipv6', 'Add a pool', { Name: 'offices', Network: '2001:db8:ff00::/40' }, 'offices'],
      ['nas/proxies', 'Add a proxy', { Name: 'Front', 'IP address': '127.3.0.1' }, 'Front'],
    ] as const) {
      await page.goto(`${api.url}/console/${screen}`);
      await press(page, button);
      await fill(page, texts);
      await press(page, 'Add');
      await closed(page);
      await openRow(page, name);
      await pressAndConfirm(page, 'Delete');
      await closed(page);
      await eventually(() => page.getByRole('row').filter({ hasText: name }).count(), screen).toBe(0);
    }
    expect(complaints).toEqual([]);
  });

  it('of NAT name their NAS, and are ended', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/nas');
    await openRow(page, 'Core');
    await page.getByRole('dialog').getByRole('button', { name: 'NAT rules' }).click();
    await press(page, 'Add a rule');
    await choose(page, 'NAS', /^Core/);
    await fill(page, {
      ...{ 'First inside address': '100.64.1.0', 'Last inside address': '100.64.1.63' },
      ...{
        'First public address': '198.51.100.9',
        'Last public address': '198.51.100.9',
        'Ports of each address': '1000',
      },
    });
    await press(page, 'Add');
    await closed(page);
    await openRow(page, '100.64.1.0');
    await press(page, 'Edit');
    const soon = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
    await fill(page, { 'In force until': soon });
    await press(page, 'Save');
    await closed(page);
    const rules = await prisma.natRule.findMany({ where: { nasId: tenant.nasid }, orderBy: { id: 'desc' } });
    expect(rules[0]?.validUpto).not.toBeNull();
    expect(complaints).toEqual([]);
  });

  it('of a subscriber are the customer, its line, its device and the portal password', async () => {
    const { page, complaints } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}?tab=identities`);
    await press(page, 'Add a device');
    await fill(page, { MAC: '02:00:5e:00:00:01' });
    await press(page, 'Add');
    await closed(page);
    await page
      .getByRole('row')
      .filter({ hasText: '02:00:5e:00:00:01' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await press(page, 'Remove');
    await closed(page);
    await page.getByRole('cell', { name: 'whole 1/1' }).waitFor();
    expect(await prisma.serviceIdentity.count({ where: { serviceId: tenant.serviceid } })).toBe(1);
    await press(page, 'Edit the customer');
    await fill(page, { City: 'Mysuru', Notes: 'Moved' });
    await press(page, 'Save');
    await closed(page);
    await main(page).getByText('Mysuru').waitFor();
    await press(page, 'Portal password');
    const field = page.getByRole('dialog').getByLabel('New password');
    await eventually(() => field.inputValue()).toMatch(/^[a-z2-9]{10}$/);
    await field.fill('short');
    await press(page, 'Save');
    await page.getByText('must have at least 8 characters').waitFor();
    await field.fill('long enough');
    await press(page, 'Save');
    await closed(page);
    const customer = await prisma.customer.findUniqueOrThrow({ where: { id: tenant.customerid } });
    expect(customer).toMatchObject({ city: 'Mysuru', notes: 'Moved' });
    expect(customer.portalPasswordHash).toMatch(/^\$argon2id\$/);
    expect(complaints).toEqual([]);
  });

  it('of which there are many are found by typing: the node looks beyond the first hundred', async () => {
    const { me, ispid, ...one } = await makeTenant(api);
    await prisma.$executeRaw`
      INSERT INTO crm.reseller (isp_id, name, code, type, invoice_by, payment_by, mobile, email, created_by)
      SELECT ${ispid}, 'Town ' || lpad(n::text, 3, '0'), 'TW' || n, 'Reseller', 'ISP', 'ISP', '9800000001', 'a@example.net', 'test'
      FROM generate_series(1, 130) n`;
    const { page, complaints } = await console.signedIn({ me, ispid, ...one }, '/pools/nas');
    await press(page, 'Add a pool');
    await fill(page, { Name: 'town pool' });
    const field = page.getByRole('combobox', { name: 'Reseller', exact: true });
    await field.focus();
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    await field.fill('town 127');
    await page.getByRole('option', { name: 'Town 127' }).waitFor();
    await eventually(() => page.getByRole('option').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(() => field.inputValue()).toBe('Town 127');
    await press(page, 'Add');
    await closed(page);
    const pool = await prisma.nasIpPool.findFirstOrThrow({ where: { ispId: ispid }, include: { reseller: true } });
    expect(pool.reseller?.name).toBe('Town 127');
    expect(complaints).toEqual([]);
  });

  it('are offered to those who may see them, and changed by those who may', async () => {
    const { ispid, resellerid, me } = tenant;
    async function signedIn(groupname: string, roles: string): Promise<Page> {
      const fields = { ispid, resellerid, groupname, roles, password: PASSWORD };
      const { userid } = await makeUser(api, me, fields);
      const { username } = await prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
      const { page } = await console.open('/account');
      await signIn(page, username);
      await main(page).getByRole('heading', { level: 1 }).waitFor();
      return page;
    }
    async function offered(page: Page, screen: string) {
      await page.goto(`${api.url}/console/${screen}`);
      await main(page).getByRole('row').first().waitFor();
      const parts = await main(page).getByRole('navigation').getByRole('link').allTextContents();
      return { parts, adds: await main(page).getByRole('button', { name: /^Add / }).count() };
    }
    const reseller = await signedIn('Reseller', 'Admin');
    const pools = ['IP pools', 'IPv6 pools', 'Pools of the NAS'];
    expect(await offered(reseller, 'pools/ipv6')).toEqual({ parts: pools, adds: 1 });
    expect(await offered(reseller, 'nas')).toEqual({ parts: [], adds: 1 });
    const auditor = await signedIn('Employee', 'ReadOnly');
    expect(await offered(auditor, 'pools/ipv6')).toEqual({ parts: pools, adds: 0 });
    expect((await offered(auditor, 'plans/topups')).adds).toBe(0);
  });

  it('meet WCAG AA in details and forms, light on a monitor and dark on a phone', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Admin', FOR_AXE);
    const monitor = { colorScheme: 'light', width: 1440 } as const;
    const phone = { colorScheme: 'dark', width: 390 } as const;
    async function check(where: string, appearance: Appearance): Promise<void> {
      await appear(page, appearance);
      await expectAccessible(page, where, appearance);
    }
    for (const [screen, button] of WITHOUT_ROWS) {
      await page.goto(`${api.url}/console/${screen}`);
      await page.getByRole('button', { name: button }).first().waitFor();
      await check(screen, monitor);
      await check(screen, phone);
    }
    for (const [at, [screen, text]] of SCREENS.entries()) {
      await page.goto(`${api.url}/console/${screen}`);
      await quietAfter(page, () => main(page).getByRole('row').filter({ hasText: text }).last().click());
      await page.getByRole('dialog').waitFor();
      const edit = page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true });
      // The form lies over the details.
      if ((await edit.count()) > 0) await edit.click();
      await check(screen, at % 2 === 0 ? monitor : phone);
    }
    expect(complaints).toEqual([]);
  });

  it('of a hotspot are codes that are made, saved and voided', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/hotspot');
    await press(page, 'Make codes');
    await choose(page, 'Customer', /Ravi/);
    await choose(page, 'Plan', /Fast 20/);
    await choose(page, 'Duration and price', /Gratis/);
    await fill(page, { Location: 'BLR', 'Sub location': 'BLR-N', Codes: '7', 'Hours from the first use': '3' });
    await fill(page, { 'First use until': '2030-12-31', Note: 'for the café' });
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await closed(page);
    const made = await prisma.hotspotBatch.findFirstOrThrow({ where: { note: 'for the café' } });
    expect(made).toMatchObject({ count: 7, validHours: 3, rememberDevices: false });
    await openRow(page, '7 × Fast 20');
    const saved = page.waitForEvent('download');
    await press(page, 'Cards (PDF)');
    expect((await saved).suggestedFilename()).toBe(`hotspot-codes-${made.id}.pdf`);
    await pressAndConfirm(page, 'Void unused codes');
    await closed(page);
    await eventually(() => prisma.hotspotCode.count({ where: { batchId: made.id, status: 'Void' } })).toBe(7);
    expect(complaints).toEqual([]);
  });

  it('fit a page that is read from right to left', async () => {
    const { page } = await console.signedIn(tenant, '/nas/nat');
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    await openRow(page, '100.64.0.0');
    await page.getByRole('dialog').waitFor();
    const boxOf = async (selector: string) =>
      (await page.locator(selector).first().boundingBox()) ?? { x: -1, width: 0 };
    expect((await boxOf('nav')).x).toBeGreaterThan(1000);
    await eventually(async () => (await boxOf('[role=dialog]')).x).toBe(0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
  });
});
