import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { png } from '../fixtures/png.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { eventually, press } from './at-forms.ts';
import { startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('the logo of an ISP in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  const stored = async () => (await api.ok<{ logo: string }>('isp/settings', {}, tenant.me)).logo;
  const picture = (page: Page) => page.getByRole('img', { name: 'Logo', exact: true });

  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer });

  /** Where the picture comes from, once the browser has it. */
  async function seen(page: Page, width: number): Promise<string> {
    const pixels = () =>
      picture(page).evaluateAll(([image]) => (image as unknown as { naturalWidth: number } | undefined)?.naturalWidth);
    await eventually(pixels, `a picture ${width} pixels wide`).toBe(width);
    return (await picture(page).getAttribute('src')) ?? '';
  }

  it('is uploaded, seen, replaced and removed, and another file is refused with a sentence', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/settings');
    await page.getByRole('button', { name: 'Choose a file', exact: true }).waitFor();
    expect(await picture(page).count()).toBe(0);

    await choose(page, 'logo.png', png(40, 20));
    const first = await seen(page, 40);
    expect(first).toBe(await stored());

    await choose(page, 'drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await page.getByText(/must be a PNG or JPEG picture/).waitFor();
    expect(await seen(page, 40)).toBe(first);
    expect(await stored()).toBe(first);

    await choose(page, 'new.png', png(60, 30));
    const second = await seen(page, 60);
    expect(second).not.toBe(first);
    expect(second).toBe(await stored());
    await eventually(() => page.getByText(/must be a PNG or JPEG picture/).count()).toBe(0);

    await press(page, 'Remove');
    await eventually(() => picture(page).count()).toBe(0);
    await eventually(stored).toBe('');
    expect(complaints).toEqual([]);
  });

  it('is not changed by who may only read the settings', async () => {
    await api.ok('isp/logo_set', { logo: png(40, 20).toString('base64') }, tenant.me);
    const { page } = await console.signedIn(tenant, '/settings', 'ReadOnly');
    await seen(page, 40);
    expect(await page.locator('input[type="file"]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Choose a file' }).count()).toBe(0);
  });
});
