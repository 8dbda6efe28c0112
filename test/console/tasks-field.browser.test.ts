import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { choose, PASSWORD } from './console-browser.ts';
import { DemoConsole } from './demo-console.ts';
import { Hand } from './hand.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function chooseFirst(page: Page, field: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).last().click();
  await page.getByRole('option').first().click();
}

describe.skipIf(!executablePath)('frequent tasks of sellers and in the field', async () => {
  const api = await startApi();
  const { prisma } = api.db;
  let demo: DemoConsole;
  beforeAll(async () => {
    demo = await DemoConsole.make(api);
    // At some times of the day the demo has no visit to make.
    const { id } = await prisma.lead.findFirstOrThrow({ where: { status: 'Installation' } });
    await prisma.lead.update({ where: { id }, data: { status: 'Field-Verification' } });
  }, 300_000);

  const idOf = async (code: string) => (await prisma.reseller.findFirstOrThrow({ where: { code } })).id;

  describe('an installer with a phone', () => {
    it('sees the visits without a click and reports one with 2, and the screen is no wider than the phone', async () => {
      const { page, hand, complaints } = await demo.at('installer', PHONE);
      const visits = page.getByRole('region', { name: 'Field visit' });
      await expect.poll(() => visits.evaluate((one) => Math.round(one.getBoundingClientRect().left))).toBeLessThan(200);
      expect(hand.clicks).toBe(0);
      const report = visits.getByRole('button', { name: /^Report: / }).first();
      const name = ((await report.getAttribute('aria-label')) ?? '').replace('Report: ', '');
      await hand.click(report);
      await hand.click(page.getByRole('menuitem', { name: 'Feasible', exact: true }));
      await page.getByRole('region', { name: 'Installation' }).getByText(name).waitFor();
      expect(await prisma.lead.count({ where: { status: 'Installation', name } })).toBe(1);
      expect(hand.clicks).toBe(2);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      expect(complaints).toEqual([]);
    });

    it('finishes a lead with its customer and service: one form of 3 steps', async () => {
      const { page, hand, complaints } = await demo.at('installer', PHONE);
      const installation = page.getByRole('region', { name: 'Installation' });
      const report = installation.getByRole('button', { name: /^Report: / }).first();
      await hand.click(report);
      await hand.click(page.getByRole('menuitem', { name: 'Create the subscriber' }));
      const username = 'finished.in.the.field';
      await page.getByRole('list', { name: 'Step 1 of 3' }).waitFor();
      await hand.click(page.getByRole('button', { name: 'Next' }));
      await chooseFirst(page, 'Plan');
      await page.getByLabel('Username').fill(username);
      await hand.click(page.getByRole('button', { name: 'Next' }));
      for (const [label, text] of [
        ['City', 'Bengaluru'],
        ['Postcode', '560001'],
        ['State', 'Karnataka'],
      ] as const)
        await page.getByLabel(label, { exact: true }).fill(text);
      await choose(page, 'Location', 'Bengaluru');
      await chooseFirst(page, 'Sub location');
      await hand.click(page.getByRole('button', { name: 'Check and create' }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Create the subscriber' }));
      await page.getByText(username).first().waitFor();
      expect(await prisma.service.count({ where: { username } })).toBe(1);
      // To the form, its three steps, and the confirmation of what it will charge.
      expect(hand.clicks).toBe(6);
      expect(complaints).toEqual([]);
    });
  });

  describe('a reseller', () => {
    it('renews all that are due with one preview: 4 clicks', async () => {
      const mine = { deletedAt: null, status: 'Active', prepaidPostpaid: 'Postpaid', resellerId: await idOf('CITY') };
      const [one, other] = await prisma.service.findMany({ where: mine, take: 2 });
      const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Kolkata' }).format(new Date());
      const ids = [one?.id ?? 0, other?.id ?? 0];
      await prisma.service.updateMany({ where: { id: { in: ids } }, data: { validUpto: new Date(today) } });
      const { page, hand, complaints } = await demo.at('city');
      await hand.click(page.getByRole('region', { name: 'Renewals' }).getByRole('link', { name: 'Today' }));
      await hand.click(page.getByRole('checkbox', { name: 'Select the first 100, or none' }));
      await hand.click(page.getByRole('region', { name: /selected/ }).getByRole('button', { name: 'Renew' }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: /^Renew \d+$/ }));
      await page.getByText(/^Done for \d/).waitFor();
      const renewed = await prisma.service.findMany({ where: { id: { in: ids } } });
      for (const { validUpto } of renewed) expect(validUpto?.getTime()).toBeGreaterThan(new Date(today).getTime());
      expect(hand.clicks).toBe(4);
      expect(complaints).toEqual([]);
    });

    it('begins a new subscriber: 1 click and a form; sees who is online: 0 clicks', async () => {
      const { page, hand, complaints } = await demo.at('city');
      await page.getByRole('link', { name: 'Online now' }).getByText(/\d/).first().waitFor();
      expect(hand.clicks).toBe(0);
      await hand.click(page.getByRole('link', { name: 'New subscriber' }));
      await page.getByRole('list', { name: 'Step 1 of 3' }).waitFor();
      expect(hand.clicks).toBe(1);
      expect(complaints).toEqual([]);
    });
  });

  describe('a franchisee', () => {
    it('has wallet and limit in sight (0 clicks) and its entries and commission with 1', async () => {
      const { page, hand, complaints } = await demo.at('lake');
      const { creditLimit } = await prisma.reseller.findFirstOrThrow({ where: { code: 'LAKE' } });
      expect(String(creditLimit)).toBe('25000');
      const wallet = page.getByRole('banner').getByRole('link', { name: /^Wallet .*limit .*25,000\.00/ });
      await wallet.waitFor();
      expect(hand.clicks).toBe(0);
      await hand.click(wallet);
      await page.getByRole('dialog', { name: 'Lake Town Broadband' }).getByText('15.00 %').waitFor();
      await page.getByRole('dialog').getByText('Commission, adjustment').first().waitFor();
      // The newest entry comes first: what it leaves is the wallet.
      const [amount = ''] = /−?₹[\d,]+\.\d\d/.exec((await wallet.textContent()) ?? '') ?? [];
      await page.getByRole('dialog').getByRole('row').nth(1).getByText(amount, { exact: true }).waitFor();
      expect(hand.clicks).toBe(1);
      expect(complaints).toEqual([]);
    });

    it('renews a subscriber and sees the wallet afterwards before that: 2 clicks', async () => {
      const mine = { deletedAt: null, status: 'Active', resellerId: await idOf('LAKE') };
      const { id } = await prisma.service.findFirstOrThrow({ where: mine });
      const wallet = async () => Number((await prisma.reseller.findFirstOrThrow({ where: { code: 'LAKE' } })).wallet);
      const { page, hand } = await demo.at('lake');
      await page.goto(`${api.url}/console/subscribers/${id}`);
      const before = await wallet();
      await hand.click(page.getByRole('button', { name: 'Renew' }));
      await page.getByRole('dialog').getByText('Wallet', { exact: true }).waitFor();
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Renew' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await wallet()).toBeLessThan(before);
      expect(hand.clicks).toBe(2);
    });
  });

  describe('the server administrator', () => {
    it('sees whether all is well (0 clicks), and makes an ISP with user and key by 1 click and a form', async () => {
      const { page, complaints } = await demo.browser.asAdministrator('/');
      const hand = new Hand(page);
      await page.getByRole('heading', { level: 1, name: /All is well|Something needs attention/ }).waitFor();
      await hand.click(page.getByRole('link', { name: 'Add an ISP' }));
      const dialog = page.getByRole('dialog');
      const texts = { Name: 'Fresh Net', Code: 'FRESH', Mobile: '9811111114', Email: 'noc@fresh.example' };
      for (const [label, text] of Object.entries(texts)) await dialog.getByLabel(label, { exact: true }).fill(text);
      expect(hand.clicks).toBe(1);
      await dialog.getByRole('switch', { name: 'Limit its credits' }).setChecked(true);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByLabel('Username').fill('fresh-admin');
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('This key is shown only once').waitFor();
      expect(complaints).toEqual([]);
    });

    it('grants credits after seeing the balance: 3 clicks', async () => {
      const { page, complaints } = await demo.browser.asAdministrator('/');
      const hand = new Hand(page);
      await hand.click(page.getByRole('link', { name: 'ISPs' }));
      await hand.click(page.getByRole('row', { name: /Fresh Net/ }).getByRole('button', { name: 'Change' }));
      await page.getByRole('dialog').getByLabel('Credits').fill('500');
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Change the credits' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const isp = await prisma.isp.findFirstOrThrow({ where: { code: 'FRESH' } });
      expect(String(isp.usageCredits)).toBe('500');
      expect(hand.clicks).toBe(3);
      expect(complaints).toEqual([]);
    });
  });
});
