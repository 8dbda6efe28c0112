import type { Locator, Page } from 'playwright-core';

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

  /** Types or pastes where the focus is. */
  async type(text: string): Promise<void> {
    await this.#page.locator('input:focus').waitFor();
    await this.#page.keyboard.insertText(text);
  }
}
