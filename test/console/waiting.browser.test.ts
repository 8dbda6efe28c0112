import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { fill, press } from './at-forms.ts';
import { choose, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('an answer on its way, in a browser', async () => {
  const { console, tenant } = await startConsole(makeTenant);

  /** Calls of a procedure get no answer until this is called. */
  async function held(page: Page, procedure: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/trpc/${procedure}**`, async (route) => {
      await released;
      await route.continue();
    });
    return () => release();
  }

  /** Shown where the answer will be, so that everybody can tell. */
  async function expectWaiting(page: Page): Promise<void> {
    await page.getByRole('dialog').getByRole('progressbar', { name: 'Loading' }).first().waitFor();
    expect(await violations(page)).toEqual([]);
  }

  it('is waited for where the preview of a change will stand', async () => {
    const { page } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}`, 'Admin', FOR_AXE);
    const answer = await held(page, 'service.action');
    await press(page, 'Renew');
    await expectWaiting(page);
    answer();
    await page.getByRole('dialog').getByText('Afterwards').waitFor();
  });

  it('is waited for where the preview of a notice will stand', async () => {
    const { page } = await console.signedIn(tenant, '/notices', 'Admin', FOR_AXE);
    const answer = await held(page, 'notice.preview');
    await press(page, 'Add a notice');
    await choose(page, 'Sent on', /^Not paid$/);
    await choose(page, 'Channel', 'SMS');
    await fill(page, { Text: 'Dear {name}, please pay.' });
    await expectWaiting(page);
    answer();
    await page.getByRole('dialog').getByText('Dear Ravi, please pay.').waitFor();
  });
});
