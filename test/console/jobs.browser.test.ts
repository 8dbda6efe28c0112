import { beforeAll, describe, expect, it } from 'vitest';
import { STAFF, STAFF_PASSWORD, type StaffKey } from '../../src/demo/business/staff.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { DemoConsole } from './demo-console.ts';
import { Hand } from './hand.ts';

const DAY_MS = 86_400_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** In India, where the demo is. */
const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });

/** The accountant's return is in `gst-return.browser.test.ts`, which has a seller with a GSTIN. */
describe.skipIf(!executablePath)('the jobs of a day, from the sign-in page and with keys alone', async () => {
  const api = await startApi();
  const { prisma } = api.db;
  let demo: DemoConsole;
  beforeAll(async () => {
    demo = await DemoConsole.make(api);
    const like = await prisma.lead.findFirstOrThrow({
      where: { resellerId: null, locationCode: 'BLR', subLocationCode: { not: null } },
      omit: { id: true },
    });
    const visit = { ...like, serviceId: null, assignedTo: null, remindAt: null, closedAt: null, closedBy: null };
    await prisma.lead.create({ data: { ...visit, name: 'Indra Install', status: 'Installation' } });
  }, 300_000);

  async function signedIn(member: StaffKey, options = {}) {
    const { page, complaints } = await demo.browser.open('/', { timezoneId: 'Asia/Kolkata', ...options });
    const hand = new Hand(page);
    await hand.type(STAFF[member].username);
    await hand.press('Tab');
    await hand.type(STAFF_PASSWORD);
    await hand.press('Enter');
    await page.locator('#main').getByRole('heading', { level: 1 }).first().waitFor();
    return { page, hand, complaints };
  }

  /** A dialog has the focus on its main button once that can be pressed. */
  async function confirmed({ page, hand }: Pick<Awaited<ReturnType<typeof signedIn>>, 'page' | 'hand'>, name: RegExp) {
    await page.getByRole('dialog').locator('button:focus', { hasText: name }).waitFor();
    await hand.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  it('the owner sees the revenue of each plan', async () => {
    const { page, hand, complaints } = await signedIn('owner');
    await hand.tabTo(page.getByRole('link', { name: 'Reports', exact: true }));
    await hand.press('Enter');
    await hand.tabTo(page.getByRole('link', { name: 'Revenue by plan' }));
    await hand.press('Enter');
    await page.getByRole('figure', { name: 'Revenue by plan' }).waitFor();
    // A field of choices is left with Tab, and other days are chosen with arrows.
    const period = page.getByRole('combobox', { name: 'Period' });
    await hand.tabTo(period);
    await hand.press('ArrowDown');
    await page.getByRole('option', { name: 'Last month' }).waitFor();
    await hand.press('ArrowDown');
    await hand.press('Enter');
    await expect.poll(() => page.url()).toContain('period=');
    await hand.tabTo(page.getByRole('button', { name: 'CSV' }).first());
    expect([hand.clicks, complaints]).toEqual([0, []]);
  });

  it('the installer finishes a lead', async () => {
    const { page, hand, complaints } = await signedIn('installer', PHONE);
    const card = page.getByRole('listitem').filter({ hasText: 'Indra Install' }).first();
    await hand.tabTo(card.getByRole('link', { name: 'Create the subscriber' }));
    await hand.press('Enter');
    await page.getByRole('list', { name: 'Step 2 of 3' }).waitFor();
    await hand.tabTo(page.getByRole('combobox', { name: 'Plan', exact: true }));
    await hand.type('Home 50');
    await page.getByRole('option', { name: 'Home 50' }).waitFor();
    await hand.press('Enter');
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Duration and price' }).inputValue())
      .toMatch(/^Monthly/);
    await hand.tabTo(page.getByRole('button', { name: 'Check and create' }));
    await hand.press('Enter');
    await page
      .getByRole('dialog')
      .locator('button:focus', { hasText: /^Create/ })
      .waitFor();
    await hand.press('Shift+Tab');
    await confirmed({ page, hand }, /^Create, and report as installed/);
    await page.getByRole('heading', { level: 1, name: 'Indra Install' }).waitFor();
    expect([hand.clicks, complaints]).toEqual([0, []]);
  });

  describe('the franchisee renews ten services', () => {
    const dueToday = async (code: string) => {
      const { id: resellerId } = await prisma.reseller.findFirstOrThrow({ where: { code } });
      if (code === 'LAKE')
        await prisma.reseller.update({ where: { id: resellerId }, data: { creditLimit: 1_000_000 } });
      const mine = { deletedAt: null, status: { in: ['Active' as const] }, resellerId };
      const ten = await prisma.service.findMany({ where: mine, take: 10, orderBy: { id: 'asc' } });
      expect(ten.length).toBe(10);
      const ids = ten.map(({ id }) => id);
      const validUpto = new Date(dayOf(Date.now()));
      await prisma.service.updateMany({ where: { id: { in: ids } }, data: { validUpto } });
      const periods = ten.flatMap(({ periodId }) => periodId ?? []);
      await prisma.period.updateMany({ where: { id: { in: periods } }, data: { endsOn: validUpto } });
      return { ids, validUpto };
    };
    const renewed = async ({ ids, validUpto }: Awaited<ReturnType<typeof dueToday>>) =>
      prisma.service.count({ where: { id: { in: ids }, validUpto: { gt: validUpto } } });

    it('5 clicks', async () => {
      const due = await dueToday('LAKE');
      const { page, hand, complaints } = await demo.atSignIn('lake');
      await hand.click(page.getByRole('button', { name: 'Sign in', exact: true }));
      await hand.click(page.getByRole('region', { name: 'Renewals' }).getByRole('link', { name: 'Today' }));
      await hand.click(page.getByRole('checkbox', { name: 'Select the first 100, or none' }));
      await hand.click(page.getByRole('region', { name: /selected/ }).getByRole('button', { name: 'Renew' }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: /^Renew \d+/ }));
      await page.getByText(/^Done for \d/).waitFor();
      expect(await renewed(due)).toBe(10);
      expect([hand.clicks, complaints]).toEqual([5, []]);
    });

    it('and a reseller does with keys', async () => {
      const due = await dueToday('CITY');
      const { page, hand, complaints } = await signedIn('city');
      await hand.tabTo(page.getByRole('region', { name: 'Renewals' }).getByRole('link', { name: 'Today' }));
      await hand.press('Enter');
      await hand.tabTo(page.getByRole('checkbox', { name: 'Select the first 100, or none' }));
      await hand.press('Space');
      await hand.tabTo(page.getByRole('region', { name: /selected/ }).getByRole('button', { name: 'Renew' }));
      await hand.press('Enter');
      await confirmed({ page, hand }, /^Renew \d+/);
      await page.getByText(/^Done for \d/).waitFor();
      expect(await renewed(due)).toBe(10);
      expect([hand.clicks, complaints]).toEqual([0, []]);
    });
  });

  it('the NOC finds who had an address at 3 am', async () => {
    const yesterday = dayOf(Date.now() - DAY_MS);
    const at = new Date(`${yesterday}T03:00:00+05:30`);
    const open = { ip: { not: null }, startedAt: { lte: at }, OR: [{ endedAt: null }, { endedAt: { gt: at } }] };
    const had = await prisma.session.findFirstOrThrow({ where: open, orderBy: { id: 'asc' } });
    const { page, hand, complaints } = await signedIn('noc');
    await hand.press('Control+k');
    await hand.type('who had');
    await page.getByRole('option', { name: /Who had an address/ }).waitFor();
    await hand.press('Enter');
    await page.getByLabel('IP address', { exact: true }).and(page.locator(':focus')).waitFor();
    await hand.type(had.ip ?? '');
    const when = page.getByLabel('When', { exact: true });
    await hand.tabTo(when);
    const [year, month, day] = yesterday.split('-');
    await page.keyboard.type(`${month}${day}${year}`);
    await hand.press('ArrowRight');
    await page.keyboard.type('0300AM');
    expect(await when.inputValue()).toBe(`${yesterday}T03:00`);
    await hand.tabTo(page.getByLabel('Reason', { exact: true }));
    await page.keyboard.insertText('Complaint 4712');
    await hand.tabTo(page.getByRole('button', { name: 'Find' }));
    await hand.press('Enter');
    await hand.tabTo(page.getByRole('link', { name: had.username, exact: true }).first());
    await hand.press('Enter');
    await page.getByRole('heading', { name: 'Result of a log-in now' }).waitFor();
    expect([hand.clicks, complaints]).toEqual([0, []]);
  });

  it('the call-centre agent reads the verdict at once, and Tab goes on in the record', async () => {
    const { customer, username } = await prisma.service.findFirstOrThrow({
      where: { deletedAt: null, status: 'NPD', resellerId: null },
      include: { customer: true },
    });
    const { page, hand, complaints } = await signedIn('callCentre');
    await hand.press('Control+k');
    await hand.type(customer.mobile);
    await page.getByRole('option', { name: username }).first().waitFor();
    await hand.press('Enter');
    await page
      .locator('#main header')
      .getByText(/^(Blocked|Refused|Reduced|Online|Offline)\b/)
      .waitFor();
    await hand.tabTo(page.getByRole('link', { name: 'Skip to content' }));
    await hand.press('Enter');
    await hand.press('Tab');
    expect(await page.evaluate<boolean>(`document.querySelector('#main').contains(document.activeElement)`)).toBe(true);
    // A dialog that is closed gives the focus back to what opened it.
    const pay = page.locator('#main').getByRole('button', { name: 'Take payment' }).first();
    await hand.tabTo(pay);
    await hand.press('Enter');
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await hand.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => pay.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect([hand.clicks, complaints]).toEqual([0, []]);
  });
});
