import { beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { STAFF, STAFF_PASSWORD } from '../../src/demo/business/staff.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { DemoConsole } from './demo-console.ts';
import { Hand } from './hand.ts';

const DAY_MS = 86_400_000;

describe.skipIf(!executablePath)('frequent tasks in the office', async () => {
  const api = await startApi();
  const { prisma } = api.db;
  let demo: DemoConsole;
  beforeAll(async () => {
    demo = await DemoConsole.make(api);
  }, 300_000);
  const first = <T>(one: T | null): T => {
    if (one === null) throw new Error('the demo has none');
    return one;
  };

  describe('the owner', () => {
    it('sees how today is: 0 clicks', async () => {
      const { page, hand, complaints } = await demo.at('owner');
      for (const tile of ['Online now', 'Collected today', 'Outstanding', 'Log-ins, last hour'])
        await page.getByRole('link', { name: tile }).getByText(/\d/).first().waitFor();
      await page.getByRole('heading', { name: 'Renewals' }).waitFor();
      expect(hand.clicks).toBe(0);
      expect(complaints).toEqual([]);
    });

    it('sees the revenue of each plan: 3 clicks from the sign-in page', async () => {
      const { page, hand, complaints } = await demo.atSignIn('owner');
      await hand.click(page.getByRole('button', { name: 'Sign in', exact: true }));
      await hand.click(page.getByRole('link', { name: 'Reports', exact: true }));
      await hand.click(page.getByRole('link', { name: 'Revenue by plan' }));
      await page.getByRole('figure', { name: 'Revenue by plan' }).waitFor();
      await page.getByRole('cell', { name: 'Total' }).waitFor();
      expect(hand.clicks).toBe(3);
      expect(complaints).toEqual([]);
    });

    it('suspends all who owe, after seeing how many that are: 4 clicks', async () => {
      const { page, hand, complaints } = await demo.at('owner');
      const wanted = { deletedAt: null, status: { not: 'Suspend' }, osAmt: { gt: 0 } };
      const owing = await prisma.service.count({ where: wanted });
      expect(owing).toBeGreaterThan(2);
      await hand.click(page.getByRole('link', { name: /^Outstanding/ }));
      await hand.click(page.getByRole('checkbox', { name: 'Select the first 100, or none' }));
      await hand.click(page.getByRole('region', { name: /selected/ }).getByRole('button', { name: 'Suspend' }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: `Suspend ${owing}`, exact: true }));
      await page.getByText(`Done for ${owing}`).waitFor();
      expect(await prisma.service.count({ where: wanted })).toBe(0);
      expect(hand.clicks).toBe(4);
      expect(complaints).toEqual([]);
    });

    it('tops up the wallet of a franchisee, after seeing the balance: 3 clicks', async () => {
      const { page, hand, complaints } = await demo.at('owner');
      const lake = { where: { code: 'LAKE' } };
      const before = await prisma.reseller.findFirstOrThrow(lake);
      await hand.click(page.getByRole('link', { name: 'Resellers' }));
      await hand.click(page.getByRole('row', { name: /Lake Town/ }).getByRole('button', { name: 'Top up' }));
      await page.getByRole('dialog').getByLabel('Amount').fill('500.00');
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Change the wallet' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const after = await prisma.reseller.findFirstOrThrow(lake);
      expect(Number(after.wallet) - Number(before.wallet)).toBe(500);
      expect(hand.clicks).toBe(3);
      expect(complaints).toEqual([]);
    });
  });

  describe('network operations', () => {
    it.each(['username', 'IP address', 'MAC'] as const)(
      'find out by %s why somebody is offline: 2 keys',
      async (by) => {
        const { page, hand, complaints } = await demo.at('noc');
        const lease = await prisma.ipAddress.findFirstOrThrow({ where: { leasedTo: { not: null } } });
        const id = lease.leasedTo ?? 0;
        // The line of its subscriber is cut; the address stays leased for a while.
        await prisma.session.updateMany({ where: { serviceId: id, endedAt: null }, data: { endedAt: new Date() } });
        const online = await prisma.session.findMany({ where: { endedAt: null }, select: { serviceId: true } });
        const offline = { notIn: online.flatMap(({ serviceId }) => serviceId ?? []) };
        const where = by === 'MAC' ? { id: offline, deletedAt: null, mac: { not: null } } : { id };
        const service = await prisma.service.findFirstOrThrow({ where });
        const text = { username: service.username, 'IP address': lease.ip, MAC: service.mac }[by] ?? '';
        await hand.press('Control+k');
        await hand.type(text);
        await page.getByRole('option', { name: service.username }).first().waitFor();
        await hand.press('Enter');
        await page.getByRole('heading', { name: 'Result of a log-in now' }).waitFor();
        expect(page.url()).toContain(`/subscribers/${service.id}`);
        await page
          .locator('#main header')
          .getByText(/^(Offline|Refused|Blocked)\b/)
          .waitFor();
        expect([hand.clicks, hand.keys]).toEqual([0, 'Control+k, Enter']);
        expect(complaints).toEqual([]);
      },
    );

    it('find out from the sign-in page who had an address at 3 am yesterday: 4 clicks', async () => {
      const yesterday = new Date(Date.now() - DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
      const at = new Date(`${yesterday}T03:00:00+05:30`);
      const [had] = await query<{ ip: string; username: string; serviceId: number }>(
        api.db.pool,
        sql`SELECT host(x.ip) AS ip, x.username, s.id AS "serviceId" FROM radius.session_all x
            JOIN crm.service s ON s.id = x.service_id
            WHERE x.ip IS NOT NULL AND x.started_at <= ${at} AND coalesce(x.ended_at, 'infinity') > ${at}
            ORDER BY x.ended_at, x.id LIMIT 1`,
      );
      const { ip, username, serviceId } = first(had ?? null);
      const { page, complaints } = await demo.browser.open('/');
      const hand = new Hand(page);
      await page.getByLabel('Username').fill(STAFF.noc.username);
      await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
      await hand.click(page.getByRole('button', { name: 'Sign in', exact: true }));
      await hand.click(page.getByRole('link', { name: 'Who had an address' }));
      await page.getByLabel('IP address', { exact: true }).and(page.locator(':focus')).waitFor();
      await hand.type(ip);
      await page.getByLabel('When', { exact: true }).fill(`${yesterday}T03:00`);
      await page.getByLabel('Reason', { exact: true }).fill('Complaint 4711');
      await hand.click(page.getByRole('button', { name: 'Find' }));
      await hand.click(page.getByRole('link', { name: username, exact: true }).first());
      await page.getByRole('heading', { name: 'Result of a log-in now' }).waitFor();
      expect(page.url()).toContain(`/subscribers/${serviceId}`);
      expect(hand.clicks).toBe(4);
      expect(complaints).toEqual([]);
      const asked = await prisma.auditEvent.findFirstOrThrow({ where: { procedure: 'trace.find' } });
      expect(asked.input).toMatchObject({ ip, reason: 'Complaint 4711' });
    });

    it('disconnect a session: 2 keys', async () => {
      const { page, hand } = await demo.at('noc');
      await page.getByRole('row').nth(1).getByText(/\d/).first().waitFor();
      const asked = api.network.asked.length;
      await hand.press('d');
      await page.getByRole('dialog').locator('button:focus', { hasText: 'Disconnect' }).waitFor();
      await hand.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(api.network.asked.length).toBe(asked + 1);
      expect([hand.clicks, hand.keys]).toEqual([0, 'd, Enter']);
    });

    it('add a NAS and copy its configuration, once at the list: 3 clicks', async () => {
      const { page, hand, complaints } = await demo.at('noc', { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.getByRole('link', { name: 'NAS', exact: true }).click();
      await hand.click(page.getByRole('button', { name: 'Add a NAS' }));
      await page.getByLabel('Name', { exact: true }).last().fill('Whitefield');
      await page.getByRole('dialog').getByLabel('IP address', { exact: true }).fill('198.51.100.99');
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }));
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Copy' }));
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('radius');
      expect(await prisma.nas.count({ where: { name: 'Whitefield' } })).toBe(1);
      expect(hand.clicks).toBe(3);
      expect(complaints).toEqual([]);
    });
  });

  describe('a call-centre agent', () => {
    const caller = async () =>
      first(
        await prisma.service.findFirst({
          where: { deletedAt: null, status: 'Active', prepaidPostpaid: 'Postpaid', resellerId: null },
          include: { customer: true },
        }),
      );

    it('opens the record of a caller by the mobile number, takes a payment with 3 keys and renews with 2', async () => {
      const { page, hand, complaints } = await demo.at('callCentre');
      const { id, username, customer } = await caller();
      await hand.press('Control+k');
      await hand.type(customer.mobile);
      await page.getByRole('option', { name: username }).first().waitFor();
      await hand.press('Enter');
      await page.getByRole('heading', { level: 1, name: customer.name }).waitFor();
      expect(hand.keys).toBe('Control+k, Enter');

      const payments = () => prisma.payment.count({ where: { serviceId: id } });
      const paid = await payments();
      await hand.press('p');
      await page.getByText('Afterwards').waitFor();
      await expect
        .poll(() => page.getByRole('dialog').getByRole('button', { name: 'Take payment' }).isEnabled())
        .toBe(true);
      await page.getByRole('dialog').locator('input:focus').waitFor();
      // What is due was filled in: Enter shows what will be booked, and a second one books it.
      await hand.press('Enter');
      await page
        .getByRole('dialog')
        .locator('button:focus', { hasText: /Take payment of .*\d/ })
        .waitFor();
      expect(await payments()).toBe(paid);
      await hand.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await payments()).toBe(paid + 1);
      await page.getByText(new RegExp(`\\d from ${customer.name}.* taken, Cash\\.`)).waitFor();

      const before = await prisma.service.findUniqueOrThrow({ where: { id } });
      await hand.press('r');
      await page.getByRole('dialog').locator('button:focus', { hasText: 'Renew' }).waitFor();
      await hand.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const after = await prisma.service.findUniqueOrThrow({ where: { id } });
      expect(after.validUpto?.getTime()).toBeGreaterThan(before.validUpto?.getTime() ?? 0);
      expect([hand.clicks, hand.keys]).toEqual([0, 'Control+k, Enter, p, Enter, Enter, r, Enter']);
      expect(complaints).toEqual([]);
    });
  });
});
