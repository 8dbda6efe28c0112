import type { Browser, Page } from 'playwright-core';
import type { Api } from '../fixtures/api.ts';
import { type ContextOptions, launchChromium, type Opened, openPage } from '../fixtures/chromium.ts';
import { makeUser, type Tenant } from '../fixtures/tenants.ts';

export const PASSWORD = 'correct horse';

/** The console of a node, as the people of a tenant see it in a browser. */
export class ConsoleBrowser {
  readonly #api: Api;
  readonly #browser: Browser;

  private constructor(api: Api, browser: Browser) {
    this.#api = api;
    this.#browser = browser;
  }

  static async launch(api: Api): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(api, await launchChromium());
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  open(path: string, options: ContextOptions = {}): Promise<Opened> {
    const place = { node: this.#api.url, path: `/console${path}` };
    return openPage(this.#browser, place, { viewport: { width: 1280, height: 800 }, ...options });
  }

  /** The name of a new user of the tenant. */
  async userOf(tenant: Tenant, roles: string): Promise<string> {
    const user = { ispid: tenant.ispid, password: PASSWORD, roles, cash_limit: 1000 };
    const { userid } = await makeUser(this.#api, tenant.me, user);
    return (await this.#api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } })).username;
  }

  /** A screen, after a new user of the tenant has signed in. */
  async signedIn(tenant: Tenant, path: string, roles = 'Admin', options: ContextOptions = {}): Promise<Opened> {
    const opened = await this.open(path, options);
    await signIn(opened.page, await this.userOf(tenant, roles));
    await opened.page.locator('#main').waitFor();
    return opened;
  }

  /** A screen, as the first administrator of the server. */
  async asAdministrator(path: string): Promise<Opened> {
    const opened = await this.open(path);
    const { page } = opened;
    await page.getByText('First time here').click();
    await page.getByLabel('User id').fill(String(this.#api.admin.userid));
    await page.getByLabel('API key', { exact: true }).fill(this.#api.admin.api_key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('#main').waitFor();
    return opened;
  }
}

export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Chooses an option of a field of choices. */
export async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).last().click();
  await page.getByRole('option', { name: option }).click();
}
