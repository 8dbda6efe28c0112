import type { Page } from 'playwright-core';
import { type Api, startApi } from '../fixtures/api.ts';
import { Browser } from '../fixtures/browser.ts';
import { type ContextOptions, type Opened, openPage } from '../fixtures/chromium.ts';
import { makeUser, type Tenant } from '../fixtures/tenants.ts';

export const PASSWORD = 'correct horse';

/** A node with the tenant that `make` makes, and its console, for the tests of a file. */
export async function startConsole<T>(make: (api: Api) => Promise<T>, settings: Record<string, string> = {}) {
  const api = await startApi(settings);
  return { api, console: new ConsoleBrowser(api), tenant: await make(api) };
}

/** The console of a node, as the people of a tenant see it in a browser. */
export class ConsoleBrowser {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** A page, at this node unless another of the same database is named. */
  open(path: string, options: ContextOptions = {}, node = this.#api.url): Promise<Opened> {
    return this.#open({ node, path }, options);
  }

  #open({ path, ...place }: Parameters<typeof openPage>[0], options: ContextOptions): Promise<Opened> {
    return openPage({ ...place, path: `/console${path}` }, { viewport: { width: 1280, height: 800 }, ...options });
  }

  /** The name of a new user of the tenant. */
  async userOf(tenant: Tenant, roles: string): Promise<string> {
    const user = { ispid: tenant.ispid, password: PASSWORD, roles, cash_limit: 1000 };
    const { userid } = await makeUser(this.#api, tenant.me, user);
    return (await this.#api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } })).username;
  }

  /** A screen, after a new user of the tenant has signed in. */
  async signedIn(tenant: Tenant, path: string, roles = 'Admin', options: ContextOptions = {}): Promise<Opened> {
    return this.openAs(await this.userOf(tenant, roles), path, options);
  }

  /** A screen, after somebody has signed in without a second factor. */
  async openAs(username: string, path: string, options: ContextOptions = {}, password = PASSWORD): Promise<Opened> {
    const as = new Browser(this.#api.url);
    await as.ok('login.start', { username, password });
    const opened = await this.#open({ node: this.#api.url, path, as }, options);
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
