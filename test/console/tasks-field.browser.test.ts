import { beforeAll, describe, expect, it } from 'vitest';
import { STAFF, STAFF_PASSWORD } from '../../src/demo/business/staff.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { goQuiet } from '../fixtures/quiet-page.ts';
import { PASSWORD } from './console-browser.ts';
import { DemoConsole } from './demo-console.ts';
import { Hand } from './hand.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

describe.skipIf(!executablePath)('frequent tasks of sellers and in the field', async () => {
  const api = await startApi();
  const { prisma } = api.db;
  let demo: DemoConsole;
  beforeAll(async () => {
    demo = await DemoConsole.make(api);
    // At some times of the day the demo has no visit to make.
    const ofBengaluru = { resellerId: null, locationCode: 'BLR', subLocationCode: { not: null } };
    const like = await prisma.lead.findFirstOrThrow({ where: ofBengaluru, omit: { id: true } });
    const visit = { ...like, serviceId: null, assignedTo: null, remindAt: null, closedAt: null, closedBy: null };
    for (const [name, status] of [
      ['Vimala Visit', 'Field-Verification'],
      ['Indra Install', 'Installation'],
    ] as const)
      await prisma.lead.create({ data: { ...visit, name, status } });
  }, 300_000);

  const idOf = async (code: string) => (await prisma.reseller.findFirstOrThrow({ where: { code } })).id;

  describe('an installer with a phone', () => {
    it('sees the visits of today without a click and reports one with 2, and the screen is no wider than the phone', async () => {
      const { page, hand, complaints } = await demo.at('installer', PHONE);
      const visits = page.getByRole('region', { name: 'Visits today' });
      const card = visits.getByRole('listitem').filter({ hasText: 'Vimala Visit' });
      await card.waitFor();
      const { x = 0, width = 0 } = (await card.boundingBox()) ?? {};
      expect([x >= 0, x + width <= 390, hand.clicks]).toEqual([true, true, 0]);
      await hand.click(card.getByRole('link', { name: 'Vimala Visit' }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Feasible', exact: true }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await card.getByText('Installation', { exact: true }).waitFor();
      expect(await prisma.lead.count({ where: { status: 'Installation', name: 'Vimala Visit' } })).toBe(1);
      expect(hand.clicks).toBe(2);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      expect(complaints).toEqual([]);
    });

    it('finishes a lead with 6 taps from the sign-in page, since its form asks only what the lead has not said', async () => {
      const { page, complaints } = await demo.browser.open('/', { timezoneId: 'Asia/Kolkata', ...PHONE });
      const hand = new Hand(page);
      await page.getByLabel('Username').fill(STAFF.installer.username);
      await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
      await hand.click(page.getByRole('button', { name: 'Sign in', exact: true }));
      const card = page.getByRole('listitem').filter({ hasText: 'Indra Install' }).first();
      await hand.click(card.getByRole('link', { name: 'Create the subscriber' }));
      await page.getByRole('list', { name: 'Step 2 of 3' }).waitFor();
      await hand.click(page.getByRole('combobox', { name: 'Plan', exact: true }));
      await hand.click(page.getByRole('option', { name: 'Home 50' }));
      // The usual duration of the plan is chosen.
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Duration and price' }).inputValue())
        .toMatch(/^Monthly/);
      await hand.click(page.getByRole('button', { name: 'Check and create' }));
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Indra Install').waitFor();
      await hand.click(dialog.getByRole('button', { name: /^Create, and report as installed/ }));
      await page.getByRole('heading', { level: 1, name: 'Indra Install' }).waitFor();
      const lead = await prisma.lead.findFirstOrThrow({ where: { name: 'Indra Install' } });
      expect(lead).toMatchObject({ status: 'Final-Test', installedBy: STAFF.installer.username });
      expect(await prisma.service.count({ where: { id: lead.serviceId ?? 0 } })).toBe(1);
      expect(hand.clicks).toBe(6);
      expect(complaints).toEqual([]);
    });

    it('finds the visits of today on the dashboard too, and opens one with a tap', async () => {
      const { page, hand, complaints } = await demo.at('installer', PHONE);
      await goQuiet(page, `${api.url}/console/dashboard`);
      const card = page
        .getByRole('region', { name: 'Visits today' })
        .getByRole('listitem')
        .filter({ hasText: 'Vimala' });
      const { width = 0 } = (await card.boundingBox()) ?? {};
      // Anywhere on the card.
      await card.tap({ position: { x: width - 20, y: 12 } });
      await page.getByRole('dialog', { name: 'Vimala Visit' }).waitFor();
      expect(hand.clicks).toBe(0);
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await card.waitFor();
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
      await hand.click(page.getByRole('dialog').getByRole('button', { name: /^Renew \d+/ }));
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
