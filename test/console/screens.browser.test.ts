import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { goWithin } from '../fixtures/quiet-page.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { appear, appearanceAt, appearancesOf, expectAccessible, FOR_AXE } from './appearances.ts';
import { startConsole } from './console-browser.ts';
import { FURTHER, SCREENS } from './screens.ts';

describe.skipIf(!executablePath)('every screen, in a browser', { timeout: 300_000 }, async () => {
  const { console, tenant } = await startConsole(makeTenant);

  it('meets WCAG AA and asks nobody else, in light and dark, on phones and wide', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Admin', FOR_AXE);
    for (const [at, screen] of [...SCREENS, `subscribers/${tenant.serviceid}`].entries()) {
      const appearances = appearancesOf(at);
      await appear(page, appearances[0]);
      await goWithin(page, `/console/${screen}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expectAccessible(page, screen, appearances[0]);
      await appear(page, appearances[1]);
      await expectAccessible(page, screen, appearances[1]);
    }
    for (const [at, screen] of FURTHER.entries()) {
      const appearance = appearanceAt(at);
      await appear(page, appearance);
      await goWithin(page, `/console/${screen}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expectAccessible(page, screen, appearance);
    }
    expect(complaints).toEqual([]);
  });
});
