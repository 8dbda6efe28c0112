import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addSubscriber, type Own, pay, portalTenant } from '../areas/online/portal/portal-user.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { addGateway, simulatedProviders } from '../fixtures/payment-providers.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { PortalPages } from './portal-pages.ts';

const SCREENS = ['', '/usage', '/bills', '/plan', '/account', '/pay', '/devices', '/renew'];
const PICTURES = process.env.PORTAL_PICTURES;
/** Pixels of CSS. */
const TARGET = 44;
const NARROW = { width: 320, height: 640 };

/** What a thumb has to hit that is smaller than a target. */
const tooSmall = (page: Page) =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll('a:not(.skip), button, input:not([type=hidden]), select, summary')].flatMap((each) => {
      const { width, height } = each.getBoundingClientRect();
      return width < ${TARGET} || height < ${TARGET} ? [each.textContent + ': ' + width + ' × ' + height] : [];
    })`);

/** Amounts that go on in the next line. */
const broken = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: amount, index } of node.textContent.matchAll(/−?₹[\\d,.]*\\d/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + amount.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(amount);
      }
    return found;
  })()`);

describe.skipIf(!executablePath)('on the narrowest telephone', async () => {
  const api = await startApi({ ...(await simulatedProviders()) });
  const pages = new PortalPages(api);
  let tenant: Tenant;
  let own: Own;
  beforeAll(async () => {
    tenant = await portalTenant(api, { portal_color: '#0a7d4f', taxes: 'CGST:9,SGST:9' });
    const { me, planid, resellerid } = tenant;
    await addGateway(api, me);
    const sub = { planid, units: 12, charge1: 'A leased line for an office', portal: 'Y' };
    const subplanid = await api.ok<number>('plan/subplan_create', { ...sub, name: 'A year', amt1: 98_765.43 }, me);
    await api.ok('plan/subplan_create', { ...sub, name: 'A year of more', amt1: 198_765.43 }, me);
    await api.ok('topupplan/create', { resellerid, name: '5 GB', gb: 5, amt: 12_345.67, type: 'Expiring' }, me);
    own = await addSubscriber(api, tenant, { subplanid });
    await pay(api, tenant, own.serviceid, 116_543.21);
    await pay(api, tenant, own.serviceid, 43.21);
  });

  it('every link and button fits a thumb, and no amount is broken', async () => {
    const { page } = await pages.signedIn(tenant.ispid, own, { viewport: NARROW, locale: 'en-IN' });
    for (const screen of SCREENS) {
      await page.goto(`${api.url}/my/${tenant.ispid}${screen}`);
      await page.locator('.card').first().waitFor();
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/touch${screen.replace('/', '-')}.png`, fullPage: true });
      expect([screen, await tooSmall(page), await broken(page)]).toEqual([screen, [], []]);
      const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect([screen, isTooWide]).toEqual([screen, false]);
    }
  });

  it('it is the same on the page of a payment, which meets WCAG AA in the colour of the ISP', async () => {
    const order = { serviceid: own.serviceid, purpose: 'Advance', amt: 116_543.21 };
    const { pay_url } = await api.ok<{ pay_url: string }>('payment/order/create', order, tenant.me);
    const { page } = await pages.open(String(tenant.ispid), { viewport: { width: 390, height: 844 }, bypassCSP: true });
    for (const search of ['', '?cancelled']) {
      await page.goto(`${api.url}${new URL(pay_url).pathname}${search}`);
      await page.getByText('₹1,16,543.21', { exact: true }).waitFor();
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/pay-${search.slice(1)}.png` });
      expect([search, await tooSmall(page), await broken(page)]).toEqual([search, [], []]);
      expect([search, await violations(page)]).toEqual([search, []]);
    }
  });
});
