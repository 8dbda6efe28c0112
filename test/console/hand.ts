import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than the stops of any screen that these tests see. */
const MAX_STOPS = 120;
/** A keyboard user must see where the focus is, and it must not be below the header or off the screen. */
const IS_SEEN = `(() => {
  const at = document.activeElement;
  const { top, bottom } = at.getBoundingClientRect();
  const { outlineStyle, boxShadow, borderColor } = getComputedStyle(at);
  const marked = outlineStyle !== 'none' || boxShadow !== 'none' || (at.matches('input, textarea') && borderColor !== '');
  return at.matches(':focus-visible') && marked && bottom > 0 && top < innerHeight;
})()`;

/** Somebody at the console: every click and every key that is a command counts, what is typed into a field does not. */
export class Hand {
  readonly #page: Page;
  #clicks = 0;
  #keys: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  get clicks(): number {
    return this.#clicks;
  }

  /** The keys that were pressed, in order. */
  get keys(): string {
    return this.#keys.join(', ');
  }

  async click(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.#keys.push(key);
    await this.#page.keyboard.press(key);
  }

  /** Presses Tab until something has the focus, which must then be seen. No key counts: what counts is whether it is reached. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    const isThere = () => target.evaluate((element) => element.matches(':focus, :has(> :focus)'));
    let stops = 0;
    for (; stops < MAX_STOPS && !(await isThere()); stops += 1) await this.#page.keyboard.press('Tab');
    expect(stops, `${target} is reached with Tab`).toBeLessThan(MAX_STOPS);
    expect(await this.#page.evaluate<boolean>(IS_SEEN), `the focus is seen on ${target}`).toBe(true);
  }

  /** Types or pastes where the focus is. */
  async type(text: string): Promise<void> {
    await this.#page.locator('input:focus').waitFor();
    await this.#page.keyboard.insertText(text);
  }
}
