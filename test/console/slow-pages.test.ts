import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { multiply } from '../fixtures/multiply.ts';
import { makeTenant, makeUser, type Tenant } from '../fixtures/tenants.ts';

const executablePath = process.env.CHROMIUM;
const PASSWORD = 'correct horse';
/** Longer than the list moves by itself after a jump. */
const SLOW_MS = 4_000;

describe.skipIf(!executablePath)('a list of many pages, in a browser', { timeout: 120_000 }, async () => {
  if (!executablePath) return;
  const api = await startApi();
  let browser: Browser;
  let tenant: Tenant;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
    tenant = await makeTenant(api);
    await multiply(api.db.pool, tenant.serviceid, { from: 1, to: 1_000 });
  });
  afterAll(() => browser.close());

  it('draws rows that arrive long after the jump to them', async () => {
    const { ispid, me } = tenant;
    const { userid } = await makeUser(api, me, { ispid, password: PASSWORD });
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    await page.route('**/trpc/subscriber.list', async (route) => {
      if (/"rows_offset":[1-9]/.test(route.request().postData() ?? '')) await sleep(SLOW_MS);
      await route.continue();
    });
    await page.goto(`${api.url}/console/subscribers`);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('row').getByText('copy').first().waitFor();
    await page.waitForFunction("document.querySelector('[role=grid]').scrollHeight > 900 * 40");
    await page.evaluate("document.querySelector('[role=grid]').scrollTop = 450 * 40");
    await page.locator('[role=row][id] [class*=pending]').first().waitFor();
    await expect.poll(() => page.locator('[role=row][id] [class*=pending]').count(), { timeout: 30_000 }).toBe(0);
    expect(await page.locator('[role=row][id]').count()).toBeGreaterThan(10);
    await page.unrouteAll({ behavior: 'wait' });
  });
});
