import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { goWithin, quietAfter } from '../fixtures/quiet-page.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import {
  APPEARANCES,
  type Appearance,
  appear,
  appearanceAt,
  appearancesOf,
  expectAccessible,
  FOR_AXE,
} from './appearances.ts';
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

/** Those of care, which are made of the same fields: each is looked at once. */
const OF_CARE = [
  ['incidents', 'Add'],
  ['visits', 'Book a visit'],
  ['notices/many', 'Write to many'],
  ['tickets/tasks', 'Add'],
] as const;
const OF_RECORD = ['Add a note', 'Add a document', 'File a ticket'] as const;

describe.skipIf(!executablePath)('dialogs of the screens, in a browser', { timeout: 300_000 }, async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  /** Opens a dialog of the screen that is open, looks at it, and closes it. */
  async function look(page: Page, what: string, button: string, appearance: Appearance): Promise<void> {
    await appear(page, appearance);
    await quietAfter(page, () => page.getByRole('button', { name: button, exact: true }).first().click());
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button').last().waitFor();
    await expectAccessible(page, `${what}: ${button}`, appearance);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  it('meet WCAG AA and ask nobody else, in light and dark, on phones and wide', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Admin', FOR_AXE);
    const dialogs = [...DIALOGS, [`subscribers/${tenant.serviceid}`, 'Take payment'] as const];
    for (const [at, [screen, button]] of dialogs.entries()) {
      await appear(page, appearancesOf(at)[0]);
      await goWithin(page, `/console/${screen}`);
      for (const appearance of appearancesOf(at)) await look(page, screen, button, appearance);
    }
    expect(complaints).toEqual([]);
  });

  it('of care do so too, and the details of an incident', async () => {
    const { me, serviceid } = tenant;
    const incident = { kind: 'Outage', title: 'Fibre cut', serviceids: serviceid, count: 1 };
    const incidentid = await api.ok<string>('incident/create', incident, me);
    const record = `subscribers/${serviceid}`;
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Admin', FOR_AXE);
    const dialogs = [...OF_CARE, ...OF_RECORD.map((button) => [record, button] as const)];
    for (const [at, [screen, button]] of dialogs.entries()) {
      await goWithin(page, `/console/${screen}`);
      await look(page, screen, button, appearanceAt(at));
    }
    await goWithin(page, `/console/incidents?incident=${incidentid}`);
    const details = page.getByRole('dialog', { name: 'Fibre cut' });
    for (const appearance of APPEARANCES) {
      await appear(page, appearance);
      await details.getByRole('button').last().waitFor();
      await expectAccessible(page, 'details of an incident', appearance);
    }
    expect(complaints).toEqual([]);
  });
});
