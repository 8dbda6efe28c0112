import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { OWN_PASSWORD, type Own } from '../areas/portal/portal-user.ts';
import { executablePath } from '../console/console-browser.ts';
import type { Api } from '../fixtures/api.ts';
import { serviceFields } from '../fixtures/tenants.ts';

/** The browser's own line about a refused call. */
const EXPECTED = /the server responded with a status of (400|401|403|409|429)/;
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
/** Of a cheap telephone. */
const PHONE = { width: 360, height: 640 };

type ContextOptions = Parameters<Browser['newContext']>[0];

interface Opened {
  readonly page: Page;
  /** Everything that went wrong in the page, or went elsewhere. */
  readonly complaints: readonly string[];
}

/** The subscriber's pages of a node in a real browser. */
export class PortalPages {
  readonly #api: Api;
  readonly #browser: Browser;

  private constructor(api: Api, browser: Browser) {
    this.#api = api;
    this.#browser = browser;
  }

  static async launch(api: Api): Promise<PortalPages> {
    return new PortalPages(api, await chromium.launch({ executablePath: executablePath ?? '', args: ARGUMENTS }));
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  async open(path: string, options: ContextOptions = {}): Promise<Opened> {
    const context = await this.#browser.newContext({ viewport: PHONE, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(this.#api.url) && !/^(data|blob):/.test(request.url()))
        complaints.push(request.url());
    });
    await page.goto(`${this.#api.url}/my/${path}`);
    return { page, complaints };
  }

  /** The pages, after a subscriber has signed in for the first time. */
  async signedIn(ispid: number, own: Own, options: ContextOptions = {}): Promise<Opened> {
    const opened = await this.open(String(ispid), options);
    await signIn(opened.page, own.username, serviceFields.password);
    await opened.page.locator('input[name=new_password]').fill(OWN_PASSWORD);
    await opened.page.locator('form button[type=submit]').click();
    await opened.page.getByRole('navigation').waitFor();
    return opened;
  }
}

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').click();
}
