import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Api } from '../fixtures/api.ts';
import { makeUser, type Tenant } from '../fixtures/tenants.ts';

/** The path of a Chromium. There is none on most machines, and no other test needs one; .ci/run installs one. */
export const executablePath = process.env.CHROMIUM;
export const PASSWORD = 'correct horse';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The browser's own line about the first question who is signed in, and about what a test provokes. */
const EXPECTED = /the server responded with a status of (400|401|404|409)/;
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

type ContextOptions = Parameters<Browser['newContext']>[0];

interface Opened {
  readonly page: Page;
  /** Everything that went wrong in the page, or went elsewhere. */
  readonly complaints: readonly string[];
}

/** The console of a node, as the people of a tenant see it in a browser. */
export class ConsoleBrowser {
  readonly #api: Api;
  readonly #browser: Browser;

  private constructor(api: Api, browser: Browser) {
    this.#api = api;
    this.#browser = browser;
  }

  static async launch(api: Api): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(api, await chromium.launch({ executablePath: executablePath ?? '', args: ARGUMENTS }));
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  async open(path: string, options: ContextOptions = {}): Promise<Opened> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
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
    await page.goto(`${this.#api.url}/console${path}`);
    return { page, complaints };
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

/** What axe finds against WCAG 2.2 AA. */
export async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: AXE });
  const results = await page.evaluate(
    () =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      }) as Promise<AxeResults>,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
