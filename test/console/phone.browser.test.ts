import { beforeAll, describe, expect, it } from 'vitest';
import { execute, sql } from '../../src/db/sql.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { goQuiet, goWithin } from '../fixtures/quiet-page.ts';
import { contact, customerFields, makeTenant, planFields, serviceFields } from '../fixtures/tenants.ts';
import { startConsole } from './console-browser.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The share of the window above what moves, with the screen moved to its end. */
const HEAD = `(() => {
  const main = document.getElementById('main');
  main.scrollTo(0, main.scrollHeight);
  const { top } = main.getBoundingClientRect();
  const stuck = [...main.querySelectorAll('*')]
    .filter((each) => getComputedStyle(each).position === 'sticky' && each.checkVisibility())
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.top <= top + 1);
  return Math.max(top, ...stuck.map((box) => box.bottom)) / innerHeight;
})()`;

/** The share of the window above the first row of a list. */
const ABOVE_ROWS = `document.querySelector('[role=grid]').getBoundingClientRect().top / innerHeight`;

describe.skipIf(!executablePath)('the console on a phone', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { me, ispid, planid, serviceid } = tenant;
  let franchisee = 0;

  /** A service of a franchisee, which pays for it out of its wallet. */
  async function billed(): Promise<number> {
    const terms = {
      type: 'Franchisee',
      commission_percent: 10,
      credit_limit: 100,
      invoice_by: 'ISP',
      payment_by: 'ISP',
    };
    franchisee = await api.ok<number>('reseller/create', { name: 'Lake Town', code: 'LAKE', ...terms, ...contact }, me);
    await api.ok('reseller/wallet_update', { resellerid: franchisee, action: 'TopUp', amt: 5000 }, me);
    const own = await api.ok<number>('plan/create', { resellerid: 0, ...planFields, name: 'Lake 20' }, me);
    const duration = { planid: own, name: 'Monthly', units: 1, charge1: 'Internet', amt1: 700 };
    const subplanid = await api.ok<number>('plan/subplan_create', duration, me);
    const customerid = await api.ok<number>('customer/create', { resellerid: franchisee, ...customerFields }, me);
    const service = { customerid, planid: own, subplanid, username: 'lakeside', ...serviceFields };
    const id = await api.ok<number>('service/create', service, me);
    await api.ok('service/action', { serviceid: id, action: 'bill' }, me);
    return id;
  }
  let billedId = 0;

  beforeAll(async () => {
    await api.ok('plan/subplan_create', { planid, name: 'Quarterly', units: 3, charge1: 'Internet', amt1: 1400 }, me);
    const range = { range_from: '100.64.0.1', range_upto: '100.64.0.10' };
    await api.ok('radius/ippool/create', { resellerid: 0, pool_name: 'homes', ...range }, me);
    await execute(
      api.db.pool,
      sql`UPDATE radius.ip_address SET leased_to = ${serviceid}, lease_kind = 'dynamic', leased_at = now()
        WHERE isp_id = ${ispid} AND ip = '100.64.0.3'`,
    );
    billedId = await billed();
  });

  it('shows the current part of a screen, also where its row is wider than the phone', async () => {
    const { page } = await console.signedIn(tenant, '/account', 'Admin', PHONE);
    const isInSight = (current: string) => `(() => {
      const shown = document.querySelector('${current}').getBoundingClientRect();
      const row = document.querySelector('${current}').parentElement.getBoundingClientRect();
      return shown.left >= row.left - 1 && shown.right <= row.right + 1;
    })()`;
    for (const [screen, current] of [
      ['settings/webhooks', '#main nav [aria-current=page]'],
      ['sessions/trace', '#main nav [aria-current=page]'],
      [`subscribers/${serviceid}?tab=settings`, '[role=tab][aria-selected=true]'],
    ] as const) {
      await goQuiet(page, `${api.url}/console/${screen}`);
      await page.locator(current).waitFor();
      await expect.poll(() => page.evaluate<boolean>(isInSight(current)), { message: screen }).toBe(true);
    }
  });

  it('keeps 85 % of the window for the screen, also where the name of a subscriber stays in sight', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/dashboard', 'Admin', PHONE);
    for (const screen of ['dashboard', `subscribers/${serviceid}`, 'settings', 'leads', 'account']) {
      await goWithin(page, `/console/${screen}`);
      expect(await page.evaluate<number>(HEAD), screen).toBeLessThanOrEqual(0.15);
    }
    await goWithin(page, `/console/subscribers/${serviceid}`);
    await page.evaluate(HEAD);
    for (const shown of [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: 'Take payment' })]) {
      const { y = -1 } = (await shown.boundingBox()) ?? {};
      expect(y).toBeGreaterThan(0);
    }
    expect(complaints).toEqual([]);
  });

  it('begins every list in the upper quarter, and folds its filters away', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers', 'Admin', PHONE);
    for (const screen of ['nas', 'plans', 'pools', 'wallets', 'users', 'subscribers']) {
      await goWithin(page, `/console/${screen}`);
      expect(await page.evaluate<number>(ABOVE_ROWS), screen).toBeLessThanOrEqual(0.25);
    }
    const status = page.getByRole('combobox', { name: 'Status' });
    await page.getByRole('textbox', { name: 'Name, mobile, IP or MAC' }).waitFor();
    expect(await status.count()).toBe(0);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    // The search keeps its place and its width.
    expect((await page.getByRole('textbox', { name: 'Name, mobile, IP or MAC' }).boundingBox())?.width).toBeGreaterThan(
      180,
    );
    await status.click();
    await page.getByRole('option', { name: 'Suspended' }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await status.waitFor({ state: 'detached' });
    await page.getByText('Nothing matches these filters').waitFor();
  });

  it('says what a plan costs and how many subscribers have it', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/plans', 'Admin', PHONE);
    const plan = page.getByRole('row').filter({ hasText: 'Fast 20' });
    await plan.getByText(/^from \D*499\.00$/).waitFor();
    await plan.getByText('1 subscriber', { exact: true }).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: 'Lake 20' })
      .getByText(/^\D*700\.00$/)
      .waitFor();
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.getByRole('columnheader', { name: 'Price' }).waitFor();
    expect(await plan.getByRole('gridcell').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/499\.00/), '1']),
    );
    expect(complaints).toEqual([]);
  });

  it('counts no subscribers for those who may not see them, and asks nothing that is refused', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Sales', PHONE);
    await goWithin(page, `/console/plans`);
    await page
      .getByRole('row')
      .filter({ hasText: 'Fast 20' })
      .getByText(/499\.00/)
      .waitFor();
    expect(await page.getByText('1 subscriber', { exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('says in percent how much of a pool is in use', async () => {
    const { page } = await console.signedIn(tenant, '/pools', 'Admin', PHONE);
    const pool = page.getByRole('row').filter({ hasText: 'homes' });
    await pool.getByText('10 % in use', { exact: true }).waitFor();
    await pool.getByText('9 free', { exact: true }).waitFor();
    await page.setViewportSize({ width: 1024, height: 800 });
    await pool.getByText('10 %', { exact: true }).waitFor();
  });

  it('names the subscriber in the entries of a wallet, and leads there', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/wallets', 'Admin', PHONE);
    await page.getByRole('row').filter({ hasText: 'Lake Town' }).click();
    const entry = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Invoice' });
    await entry.getByRole('link', { name: 'lakeside' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ravi' }).waitFor();
    expect(page.url()).toContain(`/subscribers/${billedId}`);
    expect(complaints).toEqual([]);
  });
});
