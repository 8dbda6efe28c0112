import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { multiply } from '../fixtures/multiply.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { startConsole } from './console-browser.ts';

/** Longer than the list moves by itself after a jump. */
const SLOW_MS = 4_000;

describe.skipIf(!executablePath)('a list of many pages, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  it('draws rows that arrive long after the jump to them', async () => {
    await multiply(api.db.pool, tenant.serviceid, { from: 1, to: 1_000 });
    const { page } = await console.signedIn(tenant, '/subscribers');
    await page.route('**/trpc/subscriber.list', async (route) => {
      if (/"rows_offset":[1-9]/.test(route.request().postData() ?? '')) await sleep(SLOW_MS);
      await route.continue();
    });
    await page.getByRole('row').getByText('copy').first().waitFor();
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('[role=grid]').scrollHeight"))
      .toBeGreaterThan(900 * 40);
    await page.evaluate("document.querySelector('[role=grid]').scrollTop = 450 * 40");
    await page.locator('[role=row][id] [class*=pending]').first().waitFor();
    await expect.poll(() => page.locator('[role=row][id] [class*=pending]').count()).toBe(0);
    expect(await page.locator('[role=row][id]').count()).toBeGreaterThan(10);
  });
});
