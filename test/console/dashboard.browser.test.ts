import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { APPEARANCES, appear, expectAccessible, FOR_AXE } from './appearances.ts';
import { startConsole } from './console-browser.ts';

const MINUTE_MS = 60_000;

describe.skipIf(!executablePath)('the dashboard in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  const onlineBefore = (minutes: number, online: number) =>
    api.db.prisma.pulse.create({
      data: {
        ...{ ispId: tenant.ispid, resellerId: 0, online },
        minute: new Date(api.clock.now().getTime() - minutes * MINUTE_MS),
      },
    });

  it('shows yesterday and last month beside the figures, and an alarm when many have gone within an hour', async () => {
    await onlineBefore(60, 40);
    await onlineBefore(24 * 60, 33);
    const { page, complaints } = await console.signedIn(tenant, '/dashboard', 'Admin', FOR_AXE);
    const online = page.getByRole('link', { name: /Online now/ });
    await online.getByText('Yesterday 33; a month ago 0').waitFor();
    await online.getByRole('alert').getByText('An hour ago 40 were online').waitFor();
    const collected = page.getByRole('link', { name: /^Collected today/ });
    await collected.getByText('Yesterday $0; a month ago $0').waitFor();
    for (const appearance of APPEARANCES) {
      await appear(page, appearance);
      await expectAccessible(page, 'dashboard', appearance);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/dashboard-${appearance.width}.png` });
    }
    expect(complaints).toEqual([]);
  });
});
