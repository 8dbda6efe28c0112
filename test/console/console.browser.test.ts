import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { goWithin, quietAfter } from '../fixtures/quiet-page.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { PASSWORD, signIn, startConsole } from './console-browser.ts';
import { SCREENS } from './screens.ts';

describe.skipIf(!executablePath)('in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const neighbour = await makeTenant(api);

  const open = (path: string, options?: object) => console.open(path, options);
  const userWith = (roles: string) => console.userOf(tenant, roles);
  const signedIn = (path: string, roles?: string, options?: object) => console.signedIn(tenant, path, roles, options);

  it('refuses a wrong password with one sentence, and opens the wanted screen with the right one', async () => {
    const username = await userWith('Admin');
    const { page, complaints } = await open('/payments');
    await signIn(page, username, 'wrong');
    expect(await page.getByRole('alert').textContent()).toBe('Wrong username or password.');
    await signIn(page, username);
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('lets the first administrator in with the key that the first start printed', async () => {
    const { page } = await console.asAdministrator('/');
    await page.getByRole('link', { name: 'ISPs' }).waitFor();
  });

  it('finds a subscriber and takes a payment with keys alone, after showing what it does', async () => {
    const { page, complaints } = await signedIn('/subscribers');
    // The page takes keys once it is drawn.
    await page.getByRole('row').getByText(tenant.username).waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('input:focus').waitFor();
    // Each letter is looked for, and the list may change under the keyboard until the last answer is there.
    await quietAfter(page, () => page.keyboard.type(tenant.username));
    await page.getByRole('option', { name: 'Subscriber', exact: false }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take payment' }).waitFor();
    const before = await api.db.prisma.payment.count();
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('25.00');
    await dialog.getByText('Afterwards').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Take payment' });
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    expect(await api.db.prisma.payment.count()).toBe(before);
    await dialog.getByLabel('Amount').press('Enter');
    // Enter in the field moves to the button, and another one confirms.
    await dialog.locator('button:focus', { hasText: 'Take payment' }).waitFor();
    expect(await api.db.prisma.payment.count()).toBe(before);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await api.db.prisma.payment.count()).toBe(before + 1);
    expect(complaints).toEqual([]);
  });

  it('opens a row of a list with J and Enter, and comes back to the same filters', async () => {
    const { page } = await signedIn('/subscribers?status=Active');
    await page.getByRole('row').nth(1).getByText(tenant.username).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take payment' }).waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.search === '?status=Active');
  });

  it('disconnects the live session that the keys are at with D, unless single letters are switched off', async () => {
    const at = new Date();
    const { ispid: ispId, serviceid: serviceId, nasid: nasId, username } = tenant;
    const where = { nasId, nasIp: '127.0.0.1', acctSessionId: 'd1', startedAt: at, updatedAt: at };
    await api.db.prisma.session.create({ data: { ispId, serviceId, username, ...where } });
    const { page } = await signedIn('/sessions', 'Network');
    await page.getByRole('row').filter({ hasText: tenant.username }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('d');
    await page.getByRole('dialog', { name: `Disconnect: ${tenant.username}` }).waitFor();
    await page.goto(`${api.url}/console/account`);
    await page.getByRole('switch', { name: 'Single-letter keys' }).setChecked(false);
    await page.goto(`${api.url}/console/sessions`);
    await page.getByRole('row').filter({ hasText: tenant.username }).waitFor();
    await page.keyboard.press('d');
    await page.keyboard.press('?');
    await page.waitForTimeout(300);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('offers only what the caller may do', async () => {
    const { page } = await signedIn('/', 'Sales');
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    const places = await page.getByRole('navigation').getByRole('link').allTextContents();
    expect(places).toEqual(['Tickets', 'Visits', 'Leads', 'Plans', 'Ticket settings']);
  });

  it('leads from an empty list to the screen that comes first', async () => {
    const { page, complaints } = await signedIn('/notices');
    const main = page.locator('#main');
    await main.getByText('No notices').waitFor();
    await main.getByRole('link', { name: 'Channels' }).last().click();
    await main.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('finds the reseller of a filter by its name', async () => {
    const { page, complaints } = await signedIn('/subscribers');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reseller' }).click();
    await page.getByRole('combobox', { name: 'Reseller' }).fill('resel');
    await page.getByRole('option', { name: /^Reseller/ }).click();
    await page.waitForURL((url) => url.searchParams.get('resellerid') === String(tenant.resellerid));
    await page.getByRole('row').filter({ hasText: tenant.username }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows nothing of another tenant, whatever the address says', async () => {
    const { page } = await signedIn(`/subscribers/${neighbour.serviceid}`);
    await page.getByText(`No service ${neighbour.serviceid}.`).waitFor();
    await page.goto(`${api.url}/console/subscribers?customerid=${neighbour.customerid}`);
    await page.getByText('Nothing matches these filters').waitFor();
  });

  it('signs out, here and in the other tabs', async () => {
    const { page } = await signedIn('/subscribers');
    const other = await page.context().newPage();
    await other.goto(`${api.url}/console/subscribers`);
    await other.getByRole('heading', { name: 'Subscribers' }).waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const each of [page, other]) await each.getByLabel('Username').waitFor();
    await page.goto(`${api.url}/console/subscribers`);
    await page.getByLabel('Username').waitFor();
  });

  it('sets up a second factor, shows the recovery codes once, and asks for a code from then on', async () => {
    const username = await userWith('Admin');
    const { page, complaints } = await open('/account');
    await signIn(page, username);
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const codeAt = (offset: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset * 30_000 });
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(0));
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await dialog.getByText('Keep these recovery codes').waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(10);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Every sign-in asks for a code of the authenticator app.').waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signIn(page, username);
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Wrong code.').waitFor();
    await page.getByLabel('Code').fill(codeAt(1));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator('#main').waitFor();
    expect(complaints).toEqual([]);
  });

  it('asks for the password again before it issues a key, then does it', async () => {
    // Another one than the fixtures work with, whose key would end.
    const username = await userWith('Accounts');
    const { page } = await signedIn('/users');
    await api.db.prisma.$executeRaw`UPDATE auth.login_session SET confirmed_at = now() - interval '1 hour'`;
    await page
      .getByRole('row')
      .filter({ has: page.getByText(username, { exact: true }) })
      .click();
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This key is shown only once').waitFor();
  });

  it('shows what subscribers and staff typed as text, and runs none of it, even without its policy', async () => {
    const probe = '<img src=x onerror="window.ran=true">';
    const { me, customerid, planid, nasid, resellerid, serviceid } = await makeTenant(api);
    const contact = { mobile: '9800000001', email: 'noc@example.net' };
    await api.ok('customer/update', { customerid, name: probe, street: probe, city: probe, notes: probe }, me);
    await api.ok('plan/update', { id: planid, name: probe }, me);
    await api.ok('radius/nas/update', { id: nasid, name: probe }, me);
    await api.ok('reseller/update', { resellerid, name: probe }, me);
    await api.ok('lead/create', { resellerid, name: probe, address: probe, source: 'Web', ...contact }, me);
    await api.ok('payment/new', { serviceid, amt: 10, mode: 'Cheque', ref_no: probe, ref_bank: probe }, me);
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: me.userid } });
    const { page } = await open('/', { bypassCSP: true });
    await signIn(page, username);
    await page.locator('#main').waitFor();
    let seen = 0;
    for (const screen of [...SCREENS, `subscribers/${serviceid}`]) {
      await goWithin(page, `/console/${screen}`);
      seen += await page.getByText(probe).count();
      expect(await page.evaluate('window.ran'), screen).toBeUndefined();
    }
    expect(seen).toBeGreaterThan(5);
  });
});
