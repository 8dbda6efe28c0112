import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses the last button of that name: that of the dialog on top. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();

/** Presses a button that asks, the last or the first of that name, and the one of that name in the dialog that it opens. */
export async function pressAndConfirm(page: Page, name: string, which: 'first' | 'last' = 'last'): Promise<void> {
  // An earlier dialog may still be closing; it has no button of this name.
  const inDialogs = page.getByRole('dialog').getByRole('button', { name, exact: true });
  const before = await inDialogs.count();
  await page.getByRole('button', { name, exact: true })[which]().click();
  await eventually(() => inDialogs.count(), `a dialog of ${name}`).toBe(before + 1);
  await inDialogs.last().click();
}

export const openRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).click();

/** What a page comes to, sooner or later. */
export const eventually = <T>(read: () => T, what = '') => expect.poll(read, { message: what });

/** Waits until no dialog is open. */
export const closed = (page: Page) => eventually(() => page.getByRole('dialog').count()).toBe(0);

/** Fills fields of the dialog on top, by their labels. */
export async function fill(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts))
    await page.getByRole('dialog').last().getByLabel(label, { exact: true }).first().fill(text);
}
