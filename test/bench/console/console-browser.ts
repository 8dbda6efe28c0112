import type { Browser, BrowserContext, Page } from 'playwright-core';
import { apiKeyOf, LARGE } from '../dataset.ts';

/** The login user who sees all ISPs, and the one of the first ISP. */
export const ADMINISTRATOR = LARGE.isps + 1;
export const FIRST_ISP = 1;

/** True once every row in sight has its values. */
const FILLED = `(() => {
  const grid = document.querySelector('[role=grid]');
  if (!grid || grid.getAttribute('aria-busy') === 'true') return false;
  const cells = [...grid.querySelectorAll('[role=row][id] [role=gridcell]')];
  return cells.length > 0 && !cells.some((cell) => cell.querySelector('[class*=pending]'));
})()`;

/** A browser at which people work on one node. */
export class ConsoleBrowser {
  readonly #browser: Browser;
  readonly origin: string;

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.origin = origin;
  }

  /**
   * A new profile in which this login user is signed in, at a page of the node. Without the policy, which forbids the texts
   * that waits evaluate.
   */
  async signIn(user: number): Promise<{ context: BrowserContext; page: Page }> {
    const context = await this.#browser.newContext({ viewport: { width: 1_440, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${this.origin}/console/account`);
    await page.getByText('First time here').click();
    await page.getByLabel('User id').fill(String(user));
    await page.getByLabel('API key', { exact: true }).fill(apiKeyOf(user));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('#main').waitFor();
    return { context, page };
  }

  /** Milliseconds until the list of subscribers has its first rows, from the beginning of the navigation. */
  async firstRows(page: Page): Promise<number> {
    return timed(async () => {
      await page.goto(`${this.origin}/console/subscribers`, { waitUntil: 'commit' });
      await filled(page);
    });
  }

  /** A call of the documented API. @throws Error unless it succeeds */
  async call(path: string, parameters: Record<string, string | number>, user: number): Promise<void> {
    const fields = { ...parameters, userid: user, api_key: apiKeyOf(user) };
    const body = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const answer = await fetch(`${this.origin}/api/${path}`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  }
}

export async function filled(page: Page): Promise<void> {
  await page.waitForFunction(FILLED, undefined, { polling: 'raf', timeout: 60_000 });
}

/** In milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
