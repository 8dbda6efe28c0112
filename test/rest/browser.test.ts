import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { panelPages } from '../../src/panel/page.ts';
import { executablePath, LAUNCH } from '../fixtures/chromium.ts';
import { fakeRouter } from './fake-api.ts';
import { serve } from './serve.ts';

describe.skipIf(!executablePath)('in a browser', { timeout: 120_000 }, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch(LAUNCH);
  });
  afterAll(() => browser.close());

  /** A page of the node, and everything that went wrong in it or went elsewhere. */
  async function open(path: string): Promise<{ page: Page; complaints: string[] }> {
    const { origin } = await serve({}, { panel: panelPages(fakeRouter) });
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(url);
    });
    await page.goto(`${origin}${path}`);
    return { page, complaints };
  }

  it('the docs page makes a call with a form, sends only what is filled in, and loads nothing from other hosts', async () => {
    const { page, complaints } = await open('/docs');
    await page.click('.auth-wrapper .authorize');
    for (const [name, text] of Object.entries({ 'x-userid': '5', 'x-api-key': 'good' })) {
      const scheme = page.locator('.auth-container form').filter({ has: page.locator(`h4 code:text-is("${name}")`) });
      await scheme.locator('input').fill(text);
      await scheme.locator('button.authorize').click();
    }
    await page.click('.auth-btn-wrapper .btn-done >> nth=0');
    await page.click('#operations-thing-thing_update .opblock-summary');
    const operation = page.locator('#operations-thing-thing_update');
    await operation.locator('[data-property-name=id] input').first().fill('7');
    await operation.locator('.execute').click();
    const shown = operation.locator('.live-responses-table');
    await shown.waitFor();
    const curl = await operation.locator('.curl-command').textContent();
    expect(curl).toContain("-H 'x-userid: 5'");
    expect(curl).toContain("-d 'id=7'");
    expect(await shown.textContent()).toContain(String.raw`"{\"id\":7}"`);
    expect(complaints).toEqual([]);
  });

  it('the panel makes a query and a mutation with native types', async () => {
    const { page, complaints } = await open('/panel');
    await page.fill('#userid', '5');
    await page.fill('#api-key', 'good');
    const answer = page.locator('main section pre').first();

    await page.click('nav a[href="#server.echo"]');
    await page.fill('#field-seen_at', '2026-01-01T00:00:00Z');
    await page.selectOption('[aria-label="operator of seen_at"]', '>=');
    await page.fill('#field-roles', 'Admin, Support');
    await page.fill('#field-id', '12');
    await page.click('form button');
    await answer.waitFor();
    expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({
      id: 12,
      seen_at: { op: '>=', value: '2026-01-01T00:00:00.000Z' },
      roles: ['Admin', 'Support'],
    });

    await page.click('nav a[href="#thing.update"]');
    // Both procedures have an id: this is a field of the second alone.
    await page.check('[aria-label="notes is null"]');
    await page.fill('#field-id', '7');
    await page.click('form button');
    await answer.waitFor();
    expect(await answer.textContent()).toBe('{"id":7,"notes":null}');
    expect(complaints).toEqual([]);
  });
});
