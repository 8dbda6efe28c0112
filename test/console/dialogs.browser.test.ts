import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { goQuiet, quietAfter } from '../fixtures/quiet-page.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { APPEARANCES, appear, expectAccessible, FOR_AXE } from './appearances.ts';
import { startConsole } from './console-browser.ts';

/** Dialogs by the screen and the button that open them. */
const DIALOGS = [
  ['users', 'Add a user'],
  ['plans', 'Add a plan'],
  ['leads', 'New lead'],
  ['locations', 'Add a location'],
  ['nas', 'Add a NAS'],
  ['pools', 'Add a pool'],
  ['wallets', 'Add a reseller'],
] as const;

describe.skipIf(!executablePath)('dialogs of the screens, in a browser', { timeout: 300_000 }, async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  it('meet WCAG AA and ask nobody else, in light and dark, on phones and wide', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Admin', FOR_AXE);
    for (const [screen, button] of [...DIALOGS, [`subscribers/${tenant.serviceid}`, 'Take payment'] as const]) {
      await appear(page, APPEARANCES[0]);
      await goQuiet(page, `${api.url}/console/${screen}`);
      for (const appearance of APPEARANCES) {
        await appear(page, appearance);
        await quietAfter(page, () => page.getByRole('button', { name: button, exact: true }).first().click());
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button').last().waitFor();
        await expectAccessible(page, `${screen}: ${button}`, appearance);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
    }
    expect(complaints).toEqual([]);
  });
});
