import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { contact, makeTenant } from '../fixtures/tenants.ts';
import { startConsole } from './console-browser.ts';

/** Dialogs by the screen and the button that open them. */
const DIALOGS = [
  ['users', 'Add a user'],
  ['plans', 'Add a plan'],
  ['leads', 'New lead'],
  ['locations', 'Add a location'],
  ['wallets', 'Add a reseller'],
] as const;

const focused = (page: Page) =>
  page.evaluate<string>(
    "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()",
  );

describe.skipIf(!executablePath)('who works with keys or by ear, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  beforeAll(async () => {
    const lead = {
      resellerid: tenant.resellerid,
      name: 'Lena Lead',
      address: '2 Side Road',
      source: 'Web',
      ...contact,
    };
    await api.ok('lead/create', lead, tenant.me);
  });

  async function closed(page: Page): Promise<void> {
    await page.getByRole('dialog').getByRole('button').last().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  it.each(DIALOGS)('is back where they were on %s, after the dialog of “%s”', async (screen, name) => {
    const { page } = await console.signedIn(tenant, `/${screen}`);
    await page.getByRole('button', { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await closed(page);
    await expect.poll(() => focused(page)).toBe(name);
  });

  it('is in the list after J, so that Enter opens the row and not the dialog of a button once more', async () => {
    const { page } = await console.signedIn(tenant, '/plans');
    await page.getByRole('button', { name: 'Add a plan', exact: true }).focus();
    await page.keyboard.press('Enter');
    await closed(page);
    await expect.poll(() => focused(page)).toBe('Add a plan');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /Fast 20/ }).waitFor();
  });

  it('is back at the button of a menu that led to a dialog', async () => {
    const { page } = await console.signedIn(tenant, '/leads');
    await page.getByRole('button', { name: 'Report: Lena Lead' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Set a reminder' }).click();
    await closed(page);
    await expect.poll(() => focused(page)).toBe('Report: Lena Lead');
  });

  it('is back in the list after the details of a row, and in the details after a dialog of theirs', async () => {
    const { page } = await console.signedIn(tenant, '/plans');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    const edit = drawer.getByRole('button', { name: 'Edit', exact: true }).first();
    await edit.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    await expect.poll(() => focused(page)).toBe('Edit');
    await closed(page);
    await expect.poll(() => focused(page)).toContain('Plan');
    expect(await page.evaluate<string>('document.activeElement.role')).toBe('grid');
  });

  it('hears the title of a screen that is opened', async () => {
    const { page } = await console.signedIn(tenant, '/plans');
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.locator('[aria-live=polite]').filter({ hasText: 'Leads · Lastmile' }).waitFor();
  });

  it('opens a lead from its card, with all that is known of it', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/leads');
    const card = page.getByRole('listitem').filter({ hasText: 'Lena Lead' });
    await card.click({ position: { x: 20, y: 76 } });
    const drawer = page.getByRole('dialog', { name: 'Lena Lead' });
    await drawer.getByText('2 Side Road').waitFor();
    await drawer.getByRole('link', { name: contact.email }).waitFor();
    await drawer.getByRole('button', { name: 'Report: Lena Lead' }).click();
    await page.getByRole('menuitem', { name: 'Set a reminder' }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await drawer.getByText('2 Side Road').waitFor();
    await closed(page);
    await expect.poll(() => focused(page)).toBe('Lena Lead');
    expect(complaints).toEqual([]);
  });

  it('reads which field is empty in the words of the console, and is in that field', async () => {
    const { page } = await console.signedIn(tenant, '/plans/topups');
    await page.getByRole('button', { name: 'Add a top-up plan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Volume').waitFor();
    await dialog.getByLabel('Name').fill(' ');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('alert').getByText('Name: must not be empty').waitFor();
    expect(await page.evaluate<string>('document.activeElement.labels[0].textContent')).toBe('Name');
  });
});
