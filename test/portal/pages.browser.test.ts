import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as en from '../../clients/portal/src/words/en.ts';
import * as hi from '../../clients/portal/src/words/hi.ts';
import { startReceiver } from '../areas/insight/webhooks/receiver.ts';
import { codeIn, sendsCodes } from '../areas/online/portal/codes.ts';
import { addSubscriber, OWN_PASSWORD, type Own, pay, portalTenant } from '../areas/online/portal/portal-user.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { addGateway, simulatedProviders } from '../fixtures/payment-providers.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { PortalPages, signIn } from './portal-pages.ts';

const SCREENS = ['', '/usage', '/bills', '/plan', '/help', '/account', '/pay', '/devices', '/renew'];
const LOADING = new RegExp(`^(${en.page.loading}|${hi.page.loading})$`);
const PICTURES = process.env.PORTAL_PICTURES;

describe.skipIf(!executablePath)('the subscriber’s pages in a browser', async () => {
  const api = await startApi({ ...(await simulatedProviders()), OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const messages = await startReceiver();
  const pages = new PortalPages(api);
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await portalTenant(api, { portal_color: '#ffcc00', taxes: 'CGST:9,SGST:9' });
    const { me, planid, resellerid } = tenant;
    await addGateway(api, me);
    const dearer = { planid, name: 'Quarterly', units: 3, charge1: 'Internet', amt1: 1400, portal: 'Y' };
    await api.ok('plan/subplan_create', dearer, me);
    await api.ok('plan/subplan_create', { ...dearer, name: 'Half price', units: 1, amt1: 300 }, me);
    await api.ok('topupplan/create', { resellerid, name: '5 GB', gb: 5, amt: 50, type: 'Expiring' }, me);
  });

  /** A prepaid subscriber whose service runs, with an advance beyond that. */
  async function paid(advance = 0) {
    const own = await addSubscriber(api, tenant);
    await pay(api, tenant, own.serviceid, 588.82 + advance);
    return own;
  }
  const serviceOf = (serviceid: number) => api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });

  async function online(serviceId: number, username: string, mac = 'aa:bb:cc:00:11:22') {
    const at = new Date(Date.now() - 3_600_000);
    const where = {
      nasId: tenant.nasid,
      nasIp: '127.0.0.1',
      acctSessionId: `s${serviceId}`,
      startedAt: at,
      updatedAt: at,
    };
    const volumes = { inBytes: 50_000_000n, outBytes: 2_000_000_000n, mac, ip: '10.20.0.7' };
    const data = { ispId: tenant.ispid, resellerId: tenant.resellerid, serviceId, username, ...where, ...volumes };
    await api.db.prisma.session.create({ data });
  }

  /** A screen with all that it reads. */
  async function show(page: Page, { ispid }: Tenant, screen: string): Promise<void> {
    await page.goto(`${api.url}/my/${ispid}${screen}`);
    await page.locator('.card').first().waitFor();
    await expect.poll(() => page.getByText(LOADING).count()).toBe(0);
  }

  it('sign in, choose a password, and show the connection', async () => {
    const own = await paid();
    const { page, complaints } = await pages.open(String(tenant.ispid));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('Username: must not be empty').waitFor();
    await signIn(page, own.username, 'wrong');
    await page.getByRole('alert').getByText('Wrong username or password.').waitFor();
    await signIn(page, own.username, 'hello');
    await page.getByLabel('New password').pressSequentially('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('alert').getByText('New password: must have at least 8 characters').waitFor();
    await page.getByLabel('New password').fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Your connection is active.').waitFor();
    await page.getByText('Hello, Asha').waitFor();
    await page.getByText('Fast 20, Monthly').waitFor();
    await page.reload();
    await page.getByText('Your connection is active.').waitFor();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Username').waitFor();
    expect(complaints).toEqual([]);
  });

  it('sign in by a code, where the provider sends codes', async () => {
    const provider = await portalTenant(api);
    const { username } = await addSubscriber(api, provider);
    const unlike = await pages.open(String(provider.ispid));
    await unlike.page.getByLabel('Password').waitFor();
    expect(await unlike.page.getByRole('button', { name: 'Sign in with a code instead' }).count()).toBe(0);
    await sendsCodes(api, provider, messages);
    const { page, complaints } = await pages.open(String(provider.ispid), { bypassCSP: true });
    await page.getByRole('button', { name: 'Sign in with a code instead' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByText('If this username is right, a code is on its way.').waitFor();
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => messages.received.length).toBe(1);
    const code = codeIn(messages.received[0]);
    await page.getByLabel('Six-digit code').fill(code === '123456' ? '123457' : '123456');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('The code is wrong or has expired.').waitFor();
    await page.getByLabel('Six-digit code').fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Hello, Asha').waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('meet WCAG AA on a telephone, %s, also in Hindi', async (colorScheme) => {
    const own = await paid(100);
    await online(own.serviceid, own.username);
    const locale = colorScheme === 'dark' ? 'hi-IN' : 'en-IN';
    const first = await pages.open(String(tenant.ispid), { colorScheme, locale, bypassCSP: true });
    expect(await violations(first.page)).toEqual([]);
    const { page, complaints } = await pages.signedIn(tenant.ispid, own, { colorScheme, locale, bypassCSP: true });
    for (const screen of SCREENS) {
      await show(page, tenant, screen);
      expect(await violations(page), screen).toEqual([]);
      const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect([screen, isTooWide]).toEqual([screen, false]);
      if (PICTURES)
        await page.screenshot({ path: `${PICTURES}/${colorScheme}${screen.replace('/', '-')}.png`, fullPage: true });
    }
    expect(await page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
    expect(complaints).toEqual([]);
  });

  it('renew with the keys alone, after showing what it costs', async () => {
    const own = await paid(588.82);
    const { page } = await pages.signedIn(tenant.ispid, own);
    const before = (await serviceOf(own.serviceid)).validUpto;
    const renew = page.getByRole('link', { name: 'Renew' });
    await renew.waitFor();
    for (let at = 0; at < 30 && !(await renew.evaluate((link) => link.matches(':focus'))); at += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const agree = page.getByRole('button', { name: 'Agree' });
    await agree.waitFor();
    await page.getByText('₹588.82').first().waitFor();
    expect((await serviceOf(own.serviceid)).validUpto).toEqual(before);
    for (let at = 0; at < 30 && !(await agree.evaluate((button) => button.matches(':focus'))); at += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Done.').waitFor();
    const { validUpto, osAmt } = await serviceOf(own.serviceid);
    expect(validUpto?.getTime()).toBeGreaterThan(before?.getTime() ?? 0);
    expect(osAmt.toFixed(2)).toBe('0.00');
  });

  it('say what is missing instead of making a debt, and where to pay', async () => {
    const own = await paid();
    const { page } = await pages.signedIn(tenant.ispid, own);
    await page.getByRole('link', { name: 'Plan' }).click();
    await page.getByRole('button', { name: 'Fast 20, Quarterly: Start today' }).click();
    await page.getByText(/^Pay ₹1,0\d\d\.\d\d first\.$/).waitFor();
    expect(await page.getByRole('button', { name: 'Agree' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Pay online' }).waitFor();
    await show(page, tenant, '/pay');
    await page.getByText(/^Next period: ₹588.82, due on .+\.$/).waitFor();
    await page.getByText('give your username').waitFor();
    await page.getByRole('link', { name: '9800000001' }).first().waitFor();
  });

  /** The settings of this node name an address and a port that are not those of the test. */
  const leadToPayment = (page: Page) =>
    page.route(
      (url) => url.pathname.startsWith('/pay/') && url.origin !== api.url,
      (route) =>
        route.fulfill({ status: 302, headers: { location: api.url + new URL(route.request().url()).pathname } }),
    );

  it('pay what is missing on the Internet, and show that it has arrived', async () => {
    const own = await addSubscriber(api, tenant);
    const { page } = await pages.signedIn(tenant.ispid, own);
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await page.getByLabel('Amount').fill('9000');
    await page.getByRole('button', { name: 'Pay online' }).click();
    await page.getByText('You cannot pay this amount here.').waitFor();
    await page.getByLabel('Amount').fill('588.82');
    await leadToPayment(page);
    await page.getByRole('button', { name: 'Pay online' }).click();
    await page.getByRole('button', { name: 'Pay now' }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByText('Your payment of ₹588.82 has not arrived yet.').waitFor();
    const order = await api.db.prisma.paymentOrder.findFirstOrThrow({ where: { serviceId: own.serviceid } });
    const body = new URLSearchParams({ how: 'pay and leave' });
    await fetch(`${api.kernel.config.gatewaySimulatorUrl}/checkout/${order.providerOrderId}`, { method: 'POST', body });
    await api.ok('payment/order/check', { id: order.id }, tenant.me);
    await page.getByText('We have received your payment of ₹588.82. Thank you.').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByText('Your connection is active.').waitFor();
  });

  /** From the button of a change that is done with its payment to the page that says what became of it. */
  async function payOnline(page: Page, { serviceid: serviceId }: Own, purpose: string): Promise<void> {
    await leadToPayment(page);
    await page.getByRole('button', { name: 'Pay online' }).click();
    await page.getByRole('button', { name: 'Pay now' }).waitFor();
    const which = { where: { serviceId, purpose } };
    const { id, providerOrderId } = await api.db.prisma.paymentOrder.findFirstOrThrow(which);
    const body = new URLSearchParams({ how: 'pay and leave' });
    await fetch(`${api.kernel.config.gatewaySimulatorUrl}/checkout/${providerOrderId}`, { method: 'POST', body });
    await api.ok('payment/order/check', { id }, tenant.me);
    await page.goto(`${api.url}/my/${tenant.ispid}/pay`);
  }

  it('pay for a renewal, which is done with the payment', async () => {
    const own = await paid();
    const { page, complaints } = await pages.signedIn(tenant.ispid, own);
    await show(page, tenant, '/renew');
    await page.getByText('Pay now; the change takes effect with your payment.').waitFor();
    await payOnline(page, own, 'Renewal');
    await page.getByText('We have received your payment of ₹588.82. Thank you. Renewed until ').waitFor();
    expect((await serviceOf(own.serviceid)).osAmt.toFixed(2)).toBe('0.00');
    expect(complaints.filter((each) => !each.includes('/pay/'))).toEqual([]);
  });

  it('pay for a plan that starts at once, which it does with the payment', async () => {
    const own = await paid();
    const { page, complaints } = await pages.signedIn(tenant.ispid, own);
    await page.getByRole('link', { name: 'Plan' }).click();
    await page.getByRole('button', { name: 'Fast 20, Quarterly: Start today' }).click();
    await page.getByText('Pay now; the change takes effect with your payment.').waitFor();
    await payOnline(page, own, 'PlanChange');
    await page.getByText(/^We have received your payment of ₹[\d,.]+. Thank you. Your new plan runs until /).waitFor();
    await page.getByRole('link', { name: 'Plan' }).click();
    await page.getByText('Fast 20, Quarterly').first().waitFor();
    expect((await serviceOf(own.serviceid)).osAmt.toFixed(2)).toBe('0.00');
    expect(complaints.filter((each) => !each.includes('/pay/'))).toEqual([]);
  });

  it('change the plan with the next bill, and buy data', async () => {
    const own = await paid(100);
    const { page } = await pages.signedIn(tenant.ispid, own);
    await page.getByRole('link', { name: 'Plan' }).click();
    await page.getByRole('button', { name: 'Fast 20, Half price: With the next bill' }).click();
    await page.getByText('You pay nothing now.').waitFor();
    await page.getByRole('button', { name: 'Agree' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('Fast 20, Half price').waitFor();
    await page.getByRole('link', { name: 'Plan' }).click();
    await page.getByRole('button', { name: 'Choose 5 GB' }).click();
    await page.getByText('₹59.00').first().waitFor();
    await page.getByRole('button', { name: 'Agree' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('of 105 GB').waitFor();
  });

  it('disconnect a device, and change both passwords', async () => {
    const own = await paid();
    await online(own.serviceid, own.username);
    const { page, complaints } = await pages.signedIn(tenant.ispid, own);
    await page.getByRole('link', { name: '1 device online' }).click();
    await page.getByRole('button', { name: 'Disconnect aa:bb:cc:00:11:22' }).click();
    await page.getByText('Disconnected.').waitFor();
    expect(api.network.asked.at(-1)).toMatchObject({ username: own.username, acctSessionId: `s${own.serviceid}` });
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill('another one');
    const change = page.getByRole('button', { name: 'Change password' });
    await change.first().click();
    await page.getByText('The password is wrong.').waitFor();
    await page.getByLabel('Current password').fill(OWN_PASSWORD);
    await change.first().click();
    await page.getByText('Your password has been changed.').waitFor();
    await page.getByLabel('Your password for these pages').fill('another one');
    await page.getByLabel('New password of the connection').fill('router-secret');
    await change.last().click();
    await expect.poll(() => page.getByText('Your password has been changed.').count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('download an invoice as a PDF file', async () => {
    const own = await paid();
    const { page } = await pages.signedIn(tenant.ispid, own);
    await page.getByRole('link', { name: 'Bills' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^PDF: T/ })
        .first()
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  });

  it('show what anybody typed as text, and run none of it, even without their policy', async () => {
    const probe = '<img src=x onerror="window.ran=true">';
    const other = await portalTenant(api);
    const own = await addSubscriber(api, other);
    await api.ok('isp/update', { ispid: other.ispid, name: probe }, other.me);
    await api.ok('customer/update', { customerid: own.customerid, name: probe }, other.me);
    await api.ok('plan/update', { id: other.planid, name: probe }, other.me);
    await pay(api, other, own.serviceid, 600);
    await online(own.serviceid, own.username, probe);
    const { page } = await pages.signedIn(other.ispid, own, { bypassCSP: true });
    for (const screen of SCREENS) {
      await show(page, other, screen);
      await page.getByText(probe).first().waitFor();
    }
    expect(await page.evaluate('window.ran')).toBeUndefined();
  });

  it('are not there for an ISP that has them closed, and know nobody of another ISP', async () => {
    const closed = await portalTenant(api, { portal: 'Off' });
    const { page } = await pages.open(String(closed.ispid));
    await page.getByText('Open the address that your provider gave you.').waitFor();
    const { page: mine } = await pages.signedIn(tenant.ispid, await paid());
    const other = await portalTenant(api);
    await mine.goto(`${api.url}/my/${other.ispid}`);
    await mine.getByLabel('Username').waitFor();
  });
});
