import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { APPEARANCES, appear, expectAccessible, FOR_AXE } from './appearances.ts';
import { closed, eventually } from './at-forms.ts';
import { choose, signIn, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('how a list is looked at, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  const rowHeight = async (page: Page) => (await page.getByRole('row').nth(1).boundingBox())?.height;
  const isRow = (page: Page) => page.getByRole('row').filter({ hasText: tenant.username }).waitFor();
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
  const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true });
  const headers = (page: Page) => page.getByRole('columnheader').allInnerTexts();

  async function saved(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await item(page, 'Save as a view').click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await closed(page);
  }

  it('has lower rows where somebody wants more of them, in every list and after the browser was closed', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/subscribers');
    await isRow(page);
    expect(await rowHeight(page)).toBe(40);
    await page.getByRole('button', { name: 'Columns' }).click();
    await choice(page, 'Compact').click();
    await eventually(() => rowHeight(page)).toBe(30);
    await page.reload();
    await isRow(page);
    expect(await rowHeight(page)).toBe(30);
    await page.goto(`${api.url}/console/plans`);
    await page.getByRole('row').filter({ hasText: 'Fast 20' }).waitFor();
    expect(await rowHeight(page)).toBe(30);
    await page.getByRole('button', { name: 'Columns' }).click();
    await choice(page, 'Comfortable').click();
    await eventually(() => rowHeight(page)).toBe(40);
    expect(complaints).toEqual([]);
  });

  it('gives a name to filters, order and columns, and shows them again by it', async () => {
    const username = await console.userOf(tenant, 'Admin');
    const { page, complaints } = await console.open('/subscribers');
    await signIn(page, username);
    await isRow(page);
    await choose(page, 'Owes money', 'No: Owes money');
    await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Plan', exact: true }).click();
    await page.keyboard.press('Escape');
    await saved(page, 'Paid up');
    await page.getByRole('button', { name: 'View: Paid up' }).click();
    await choice(page, 'Standard view').click();
    await eventually(() => headers(page)).toContain('Plan');
    expect(page.url()).not.toContain('owes');
    await page.reload();
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await choice(page, 'Paid up').click();
    await eventually(() => headers(page)).not.toContain('Plan');
    await eventually(() => page.url()).toMatch(/owes=no/);
    expect(page.url()).toMatch(/sort=customername/);
    expect(await page.getByRole('columnheader', { name: 'Name', exact: true }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    expect(complaints).toEqual([]);
  });

  it('changes, renames and deletes a view', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/subscribers?owes=yes');
    await saved(page, 'Mine');
    await choose(page, 'Status', 'Suspended');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await item(page, 'Save the changes to “Mine”').click();
    await page.getByRole('button', { name: 'View: Mine' }).click();
    await item(page, 'Rename “Mine”').click();
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
    await name.fill(' ');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Name: must not be empty').waitFor();
    await name.fill('To suspend');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await closed(page);
    await page.reload();
    await page.getByRole('button', { name: 'View: To suspend' }).click();
    await item(page, 'Delete “To suspend”').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await closed(page);
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await choice(page, 'Standard view').waitFor();
    expect(await page.getByRole('menuitemradio').count()).toBe(1);
    // The list shows what it did.
    expect(page.url()).toMatch(/owes=yes.*status=Suspend/);
    expect(complaints).toEqual([]);
  });

  it('keeps one view of a name, and refuses to rename another to it', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers?owes=yes');
    await saved(page, 'First');
    await choose(page, 'Status', 'Active');
    await saved(page, 'Second');
    await page.getByRole('button', { name: 'View: Second' }).click();
    await item(page, 'Rename “Second”').click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('first');
    await page.getByText('There is already a view of this name.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await closed(page);
    await page.getByRole('button', { name: 'View: Second' }).click();
    await choice(page, 'First').waitFor();
  });

  it('shows the views and columns of one user to no other user of the browser', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers');
    await eventually(() => headers(page)).toContain('Plan');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Plan', exact: true }).click();
    await page.keyboard.press('Escape');
    await eventually(() => headers(page)).not.toContain('Plan');
    await saved(page, 'Private');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signIn(page, await console.userOf(tenant, 'Admin'));
    await page.locator('#main').waitFor();
    await page.goto(`${api.url}/console/subscribers`);
    await eventually(() => headers(page)).toContain('Plan');
    await page.goto(`${api.url}/console/subscribers?owes=yes`);
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await choice(page, 'Standard view').waitFor();
    expect(await choice(page, 'Private').count()).toBe(0);
  });

  it('meets WCAG AA with menus and dialogs of views, and speaks Hindi', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers?owes=yes', 'Admin', FOR_AXE);
    for (const appearance of APPEARANCES) {
      await appear(page, appearance);
      await page.getByRole('button', { name: 'Views', exact: true }).click();
      await item(page, 'Save as a view').waitFor();
      await expectAccessible(page, 'the menu of views', appearance);
      await item(page, 'Save as a view').click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
      await expectAccessible(page, 'the dialog of a view', appearance);
      await page.keyboard.press('Escape');
      await closed(page);
    }
    await saved(page, 'Owing');
    await page.getByRole('button', { name: 'View: Owing' }).click();
    await expectAccessible(page, 'the menu of a view', APPEARANCES[1]);
    await page.keyboard.press('Escape');
    await appear(page, APPEARANCES[1]);
    await page.getByRole('button', { name: 'Columns' }).click();
    await choice(page, 'Compact').waitFor();
    await expectAccessible(page, 'the menu of columns', APPEARANCES[1]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account/ }).click();
    await choice(page, 'Dark').waitFor();
    await expectAccessible(page, 'the menu of the account', APPEARANCES[1]);
    await page.evaluate("localStorage.setItem('lastmile-language', 'hi')");
    await page.reload();
    await page.getByRole('button', { name: 'व्यू: Owing' }).click();
    await choice(page, 'सामान्य व्यू').waitFor();
  });
});
