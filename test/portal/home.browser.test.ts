import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSubscriber, type Own, pay, portalTenant } from '../areas/online/portal/portal-user.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { planFields, type Tenant } from '../fixtures/tenants.ts';
import { PortalPages } from './portal-pages.ts';

const PICTURES = process.env.PORTAL_PICTURES;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-IN' };

describe.skipIf(!executablePath)('the first page of a subscriber', async () => {
  const api = await startApi();
  const pages = new PortalPages(api);
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await portalTenant(api, { taxes: 'CGST:9,SGST:9' });
    const { me, planid, resellerid } = tenant;
    await api.ok('plan/update', { id: planid, bw1_gb: 400, bw2_gb: 0, bw2_dl: 5120, bw2_ul: 5120 }, me);
    await api.ok('topupplan/create', { resellerid, name: '50 GB', gb: 50, amt: 99, type: 'Expiring' }, me);
  });

  beforeEach(() => {
    api.clock.at = undefined;
    grants('plan', null, 20_480);
  });

  async function paid(fields: Record<string, number> = {}): Promise<Own> {
    const own = await addSubscriber(api, tenant, fields);
    await pay(api, tenant, own.serviceid, 588.82);
    return own;
  }

  /** Adds to the recorded usage, and has it recomputed. */
  async function uses({ serviceid }: Own, gb: number): Promise<void> {
    await api.db.pool.query(
      `INSERT INTO radius.usage_day (service_id, day, in_bytes, out_bytes) VALUES ($1, current_date, 0, $2)`,
      [serviceid, gb * 2 ** 30],
    );
    await api.ok('service/action', { serviceid, action: 'update_usage' }, tenant.me);
  }

  /** What the access rules would grant. */
  function grants(access: 'plan' | 'blocked', cause: 'volume' | 'expired' | null, downKbps: number | null): void {
    const { explain } = Object.getPrototypeOf(api.network) as typeof api.network;
    api.network.explain = async () => ({ ...(await explain()), access, cause, downKbps });
  }

  /** As the pages write it. */
  const lastDayOf = async ({ serviceid }: Own): Promise<string> => {
    const { validUpto } = await api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
    const year = validUpto?.getUTCFullYear() === new Date().getFullYear() ? undefined : ('numeric' as const);
    const format = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year, timeZone: 'UTC' });
    return format.format(validUpto ?? undefined);
  };

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  }

  it('is in English throughout in a browser of a language that it does not speak', async () => {
    const own = await paid();
    const { page } = await pages.signedIn(tenant.ispid, own, { ...PHONE, locale: 'de-DE' });
    const until = await lastDayOf(own);
    await page.getByText(until).first().waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/Dezember|Januar\b|Februar\b|März|Mai\b/);
  });

  it('says that the data at full speed are used up, the speed now and until when, and adds data', async () => {
    const own = await paid();
    await uses(own, 440);
    grants('plan', 'volume', 5120);
    const { page, complaints } = await pages.signedIn(tenant.ispid, own, PHONE);
    const until = await lastDayOf(own);
    await page.getByText(`400 of 400 GB at full speed used; 5 Mbit/s until ${until}.`).waitFor();
    await page.getByText('440 GB in all, with the slower data.').waitFor();
    expect(await page.getByText('20 Mbit/s').count()).toBe(0);
    await picture(page, 'used-up');
    await page.getByRole('link', { name: 'Add data' }).click();
    await page.getByRole('button', { name: 'Choose 50 GB' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows no speed of a connection that is stopped', async () => {
    const { me, resellerid } = tenant;
    const planid = await api.ok<number>('plan/create', { resellerid, ...planFields, name: 'Small', bw1_gb: 5 }, me);
    const price = { planid, name: 'Monthly', units: 1, charge1: 'Internet', amt1: 499 };
    const own = await paid({ planid, subplanid: await api.ok<number>('plan/subplan_create', price, me) });
    await uses(own, 10);
    grants('blocked', 'volume', null);
    const { page } = await pages.signedIn(tenant.ispid, own, PHONE);
    const until = await lastDayOf(own);
    await page
      .getByText(`10 of 5 GB used, so your connection has stopped until ${until}. Add data to go on now.`)
      .waitFor();
    expect(await page.getByText('Speed', { exact: true }).count()).toBe(0);
    expect(await page.getByText('Mbit/s').count()).toBe(0);
  });

  it('says of an expired connection that paying renews it, and until when', async () => {
    const own = await paid();
    const expired = await lastDayOf(own);
    api.clock.at = new Date(Date.now() + 40 * 86_400_000);
    grants('blocked', 'expired', null);
    const { page } = await pages.signedIn(tenant.ispid, own, PHONE);
    await page.getByText(`Your connection expired on ${expired}. Paying renews it.`).waitFor();
    await page.getByText('₹588.82', { exact: true }).waitFor();
    const promise = (await page.getByText('Once you pay, your connection runs until').textContent()) ?? '';
    expect(await page.getByText('Speed', { exact: true }).count()).toBe(0);
    await picture(page, 'expired');
    await pay(api, tenant, own.serviceid, 588.82);
    expect(promise.replaceAll('\u00a0', ' ')).toBe(`Once you pay, your connection runs until ${await lastDayOf(own)}.`);
  });

  it('says until when all is paid, and when the next period is due, beside its advance', async () => {
    const own = await paid();
    const { page } = await pages.signedIn(tenant.ispid, own, PHONE);
    const until = await lastDayOf(own);
    await page.getByText(`Paid until ${until}`).waitFor();
    await page.getByText(`Next period: ₹588.82, due on ${until}.`).waitFor();
    expect(await page.getByText('Nothing to pay').count()).toBe(0);
    await picture(page, 'paid');
    await pay(api, tenant, own.serviceid, 100);
    await page.reload();
    await page.getByText(`Next period: ₹588.82, of which ₹488.82 is due on ${until}.`).waitFor();
    await page.getByText('Paid in advance: ₹100.00').waitFor();
    await pay(api, tenant, own.serviceid, 488.82);
    await page.reload();
    await page.getByText('Next period: ₹588.82, covered by your advance.').waitFor();
  });
});
