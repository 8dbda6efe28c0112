import type { Page } from 'playwright-core';
import { type Own, signedIn } from '../areas/online/portal/portal-user.ts';
import type { Api } from '../fixtures/api.ts';
import type { Browser } from '../fixtures/browser.ts';
import { type ContextOptions, type Opened, openPage } from '../fixtures/chromium.ts';

/** Of a cheap telephone. */
const PHONE = { width: 360, height: 640 };

/** The subscriber's pages of a node in a real browser. */
export class PortalPages {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  open(path: string, options: ContextOptions = {}, as?: Browser): Promise<Opened> {
    const place = { node: this.#api.url, path: `/my/${path}`, as };
    return openPage(place, { viewport: PHONE, ...options });
  }

  /** The pages, after a subscriber has signed in for the first time. */
  async signedIn(ispid: number, own: Own, options: ContextOptions = {}): Promise<Opened> {
    const opened = await this.open(String(ispid), options, await signedIn(this.#api, { ispid }, own));
    await opened.page.getByRole('navigation').waitFor();
    return opened;
  }
}

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').click();
}
