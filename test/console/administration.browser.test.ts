import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeTenant, makeUser } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { closed, fill, openRow, press, pressAndConfirm } from './at-forms.ts';
import { choose, PASSWORD, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('administration in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  const { prisma } = api.db;

  it('adds a plan and its price, changes both, and says how many services that touches', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/plans');
    await press(page, 'Add a plan');
    await fill(page, { Name: 'Turbo', 'Volume, GB': '0', 'Download, kbit/s': '50000', 'Upload, kbit/s': '25000' });
    await press(page, 'Add');
    await openRow(page, 'Turbo');
    await press(page, 'Add a duration');
    await fill(page, { Name: 'Quarterly', Units: '3', Charge: 'Internet', Price: '2400.50' });
    await press(page, 'Add');
    await page
      .getByRole('dialog')
      .getByText(/2,400\.50/)
      .waitFor();
    const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Turbo' }, include: { subPlans: true } });
    expect(plan).toMatchObject({ resellerId: null, bw1Dl: 50_000, enabled: true, subPlans: [{ name: 'Quarterly' }] });
    await press(page, 'Close');
    await openRow(page, 'Fast 20');
    await press(page, 'Edit');
    await page.getByText('1 service has it: speeds and volumes change at once.').waitFor();
    await fill(page, { 'Upload, kbit/s': '12000' });
    await press(page, 'Save');
    await closed(page);
    const changed = await prisma.plan.findUniqueOrThrow({ where: { id: tenant.planid } });
    expect(changed).toMatchObject({ bw1Ul: 12_000, bw1Dl: 20_480 });
    expect(complaints).toEqual([]);
  });

  it('adds an employee with name, mobile, e-mail and locations in one form', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/users');
    await press(page, 'Add an employee');
    await fill(page, { Name: 'Meera Nair', Mobile: '98450 12345', Email: 'meera@example.net' });
    await fill(page, { Username: 'meera', Password: PASSWORD });
    // The input of several choices has no width while it is not searched.
    for (const [label, option] of Object.entries({ Roles: 'Sales', Locations: 'Bengaluru' })) {
      await page.getByRole('combobox', { name: label, exact: true }).click({ force: true });
      await page.getByRole('option', { name: option }).click();
      await page.keyboard.press('Tab');
    }
    await press(page, 'Add');
    await closed(page);
    await page.getByRole('row').filter({ hasText: 'Meera Nair' }).getByText('BLR').waitFor();
    const user = await prisma.loginUser.findFirstOrThrow({ where: { username: 'meera' } });
    expect(user).toMatchObject({ name: 'Meera Nair', mobile: '98450 12345', email: 'meera@example.net' });
    expect(user).toMatchObject({ groupname: 'Employee', ispId: tenant.ispid, resellerId: null, roles: ['Sales'] });
    expect(user.locationIds).toHaveLength(1);
    await openRow(page, 'Meera Nair');
    await page.getByRole('dialog').getByRole('link', { name: '98450 12345' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('takes a plan off sale', async () => {
    const { planid, ...one } = await makeTenant(api);
    const { page } = await console.signedIn({ planid, ...one }, '/plans');
    await openRow(page, 'Fast 20');
    await press(page, 'Take off sale');
    await closed(page);
    expect((await prisma.plan.findUniqueOrThrow({ where: { id: planid } })).enabled).toBe(false);
  });

  it('adds a franchisee, edits it, and tops up its wallet after showing the balance', async () => {
    const { page } = await console.signedIn(tenant, '/wallets');
    await press(page, 'Add a reseller');
    await fill(page, { Name: 'Lake Town', Code: 'LAKE', Mobile: '9811111113', Email: 'lake@example.net' });
    for (const [field, option] of [
      ['Type', 'Franchisee'],
      ['Invoices by', 'ISP'],
      ['Payments to', 'ISP'],
    ] as const)
      await choose(page, field, new RegExp(`^${option}$`));
    await fill(page, { 'Commission %': '12.5', 'Credit limit': '0' });
    await press(page, 'Add');
    await openRow(page, 'Lake Town');
    await press(page, 'Edit');
    await fill(page, { 'Commission %': '15' });
    await press(page, 'Save');
    await closed(page);
    await openRow(page, 'Lake Town');
    await press(page, 'Top up the wallet');
    await fill(page, { Amount: '1000' });
    await page
      .getByRole('dialog')
      .last()
      .getByText(/→.*1,000\.00/)
      .waitFor();
    await page.getByRole('button', { name: 'Change the wallet: +$1,000.00' }).click();
    await page.getByText('$1,000.00 added to the wallet of Lake Town, which now has $1,000.00.').waitFor();
    await closed(page);
    const made = await prisma.reseller.findFirstOrThrow({ where: { code: 'LAKE' } });
    expect([String(made.commissionPercent), String(made.wallet)]).toEqual(['15', '1000']);
  });

  it('says whether a NAS is heard, edits it without touching its secret, and deletes it', async () => {
    const { nasid, ...one } = await makeTenant(api);
    const { page } = await console.signedIn({ nasid, ...one }, '/nas');
    await openRow(page, 'Core');
    await page.getByText('It has not sent anything yet.').waitFor();
    await press(page, 'Edit');
    const before = await prisma.nas.findUniqueOrThrow({ where: { id: nasid } });
    await fill(page, { 'CoA port': '70000' });
    await press(page, 'Save');
    await page
      .getByText('must be a whole number from 1024 to 65535')
      .or(page.getByText(/must be a whole/))
      .waitFor();
    await fill(page, { 'CoA port': '1700', Name: 'Edge' });
    await press(page, 'Save');
    await closed(page);
    const after = await prisma.nas.findUniqueOrThrow({ where: { id: nasid } });
    expect(after).toMatchObject({ name: 'Edge', coaPort: 1700 });
    expect(Buffer.from(after.secretEnc)).toEqual(Buffer.from(before.secretEnc));
    await openRow(page, 'Edge');
    await pressAndConfirm(page, 'Delete');
    await closed(page);
    expect((await prisma.nas.findUniqueOrThrow({ where: { id: nasid } })).deletedAt).not.toBeNull();
  });

  it('adds a pool, extends it, lists its addresses and deletes it', async () => {
    const { page } = await console.signedIn(tenant, '/pools');
    await press(page, 'Add a pool');
    await fill(page, { Name: 'home', 'First address': '100.64.0.1', 'Last address': '100.64.0.10' });
    await press(page, 'Add');
    await openRow(page, 'home');
    await press(page, 'Edit');
    await fill(page, { 'Last address': '100.64.0.20' });
    await press(page, 'Save');
    await closed(page);
    await openRow(page, 'home');
    await page.getByText('Free', { exact: true }).last().click();
    await page.getByRole('dialog').getByText('100.64.0.20', { exact: true }).waitFor();
    await pressAndConfirm(page, 'Delete');
    await closed(page);
    expect(await prisma.ipPool.count({ where: { ispId: tenant.ispid } })).toBe(0);
  });

  it('edits a user, takes its cash over, and ends its key', async () => {
    const { userid } = await makeUser(api, tenant.me, { ispid: tenant.ispid, username: 'collector', cash_limit: 5000 });
    const { api_key } = await api.ok<{ api_key: string }>('auth/user/api_key_rotate', { id: userid }, tenant.me);
    const cashier = { userid, api_key };
    await api.ok('payment/new', { serviceid: tenant.serviceid, amt: 120, mode: 'Cash' }, cashier);
    const { page } = await console.signedIn(tenant, '/users');
    await openRow(page, 'collector');
    await press(page, 'Take over the cash');
    await page
      .getByRole('dialog')
      .last()
      .getByText(/→.*\b0\.00/)
      .waitFor();
    const settle = page.getByRole('dialog').last().getByRole('button', { name: 'Take over the cash: $120.00' });
    // What was filled in is named by the button before it is booked.
    await page.getByRole('dialog').last().locator('input:focus').press('Enter');
    await page.locator('button:focus', { hasText: 'Take over the cash: $120.00' }).waitFor();
    expect(String((await prisma.loginUser.findUniqueOrThrow({ where: { id: userid } })).cashBalance)).toBe('120');
    await settle.press('Enter');
    await page.getByText('$120.00 in cash taken over from collector; $0.00 left.').waitFor();
    await closed(page);
    await openRow(page, 'collector');
    await press(page, 'Edit');
    await fill(page, { 'Cash limit': '750' });
    await press(page, 'Save');
    await closed(page);
    await openRow(page, 'collector');
    await pressAndConfirm(page, 'End', 'first');
    await page.getByRole('dialog').last().getByText('No', { exact: true }).first().waitFor();
    const user = await prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
    expect([String(user.cashBalance), String(user.cashLimit)]).toEqual(['0', '750']);
    expect((await api.call('service/list', {}, cashier)).status).toBe(401);
  });

  it('adds a location and a sub location', async () => {
    const { page } = await console.signedIn(tenant, '/locations', 'Admin', FOR_AXE);
    await press(page, 'Add a location');
    await fill(page, { Name: 'Mysuru', Code: 'MYS' });
    await press(page, 'Add');
    await press(page, 'Mysuru');
    await press(page, 'Add a sub location');
    await fill(page, { Name: 'Palace', Code: 'MYS-P' });
    await press(page, 'Add');
    await page.getByRole('cell', { name: 'MYS-P' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('adds an ISP with its first user and key, with which the ISP can begin', async () => {
    const { page, complaints } = await console.asAdministrator('/isps');
    await page.goto(`${api.url}/console/isps`);
    await press(page, 'Add an ISP');
    await fill(page, { Name: 'Fresh Net', Code: 'FRESH', Mobile: '9811111114', Email: 'noc@fresh.example' });
    await page.getByRole('switch', { name: 'Limit its credits' }).setChecked(true);
    await press(page, 'Add');
    await page.getByText('The first user of the ISP').waitFor();
    await fill(page, { Username: 'fresh-admin', Password: PASSWORD });
    await press(page, 'Add');
    await page.getByText('This key is shown only once').waitFor();
    const api_key = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
    const { id, ispId } = await prisma.loginUser.findFirstOrThrow({ where: { username: 'fresh-admin' } });
    expect(await api.ok('plan/list', {}, { userid: id, api_key })).toEqual([]);
    await press(page, 'Close');
    await openRow(page, 'Fresh Net');
    await press(page, 'Change the credits');
    await fill(page, { Credits: '500' });
    await page.getByText(/→ 500(\.00)?/).waitFor();
    await page.getByRole('button', { name: 'Change the credits: +500.00' }).click();
    await page.getByText('500.00 credits added to Fresh Net, which now has 500.00.').waitFor();
    await closed(page);
    const isp = await prisma.isp.findUniqueOrThrow({ where: { id: ispId ?? 0 } });
    expect(String(isp.usageCredits)).toBe('500');
    expect(complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('meets WCAG AA in details and forms, %s', async (colorScheme) => {
    const { page } = await console.signedIn(tenant, '/plans', 'Admin', { ...FOR_AXE, colorScheme });
    for (const [screen, row] of [
      ['plans', 'Fast 20'],
      ['wallets', 'Reseller'],
      ['nas', 'Core'],
      ['users', 'Admin'],
    ] as const) {
      await page.goto(`${api.url}/console/${screen}`);
      await page.getByRole('row').filter({ hasText: row }).last().click();
      await page.getByRole('dialog').last().getByRole('button', { name: 'Edit', exact: true }).first().waitFor();
      expect(await violations(page), screen).toEqual([]);
      await press(page, 'Edit');
      await page.getByRole('button', { name: 'Save' }).waitFor();
      expect(await violations(page), `${screen}: form`).toEqual([]);
    }
  });
});
