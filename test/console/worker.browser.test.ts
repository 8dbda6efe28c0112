import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { eventually } from './at-forms.ts';
import { signIn, startConsole } from './console-browser.ts';
import { startNode } from './other-node.ts';

const BUILT = fileURLToPath(new URL('../../dist/console/browser', import.meta.url));
/** Of a subscriber, and of nothing in a script. */
const NAME = 'Quetzalcoatl';
const PAYMENTS = 'src/screens/payments/payments.tsx';

interface Keeping {
  readonly navigator: { readonly serviceWorker: { readonly ready: Promise<unknown>; readonly controller: unknown } };
}

describe.skipIf(!executablePath)('the worker of the console, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  /** A window of a node of its own, whose worker has all it needs. */
  async function kept(path = '/subscribers') {
    const node = await startNode(api);
    const { page, complaints } = await console.open(path, { serviceWorkers: 'allow' }, node.url);
    await signIn(page, await console.userOf(tenant, 'Admin'));
    await page.locator('#main').waitFor();
    await page.evaluate(async () => void (await (globalThis as unknown as Keeping).navigator.serviceWorker.ready));
    await eventually(() => isControlled(page)).toBe(true);
    return { ...node, page, complaints };
  }
  const isControlled = (page: Page) =>
    page.evaluate<boolean>(() => (globalThis as unknown as Keeping).navigator.serviceWorker.controller !== null);
  const nonceOf = (page: Page) => page.evaluate<string>("document.querySelector('meta[property=csp-nonce]').nonce");

  it('shows the console in the place of the browser’s error page, at every address, and the screen when the node is back', async () => {
    const { page, complaints, http, port, url } = await kept();
    await http.close(0);
    const nonces = new Set<string>();
    for (const path of ['/console', '/console/payments', '/console/reports']) {
      await page.goto(url + path);
      await page.getByRole('heading', { name: 'The node does not answer.' }).waitFor();
      nonces.add(await nonceOf(page));
    }
    // A nonce that is used again would be known to whatever was in the page before.
    expect(nonces.size).toBe(3);
    await startNode(api, port);
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  });

  it('has the file of a screen that was never open', async () => {
    const { page, http } = await kept();
    await http.close(0);
    await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    await page.locator('#main').getByText('This has not been loaded yet.').waitFor();
  });

  it('keeps nothing but the page and its files, before and after a sign-out', async () => {
    const { me, customerid, serviceid } = tenant;
    await api.ok('customer/update', { customerid, name: NAME }, me);
    const { page } = await kept(`/subscribers/${serviceid}`);
    await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
    const all = () =>
      page.evaluate<[string, string][]>(`(async () => {
        const found = [];
        for (const name of await caches.keys())
          for (const request of await (await caches.open(name)).keys())
            found.push([new URL(request.url).pathname, await (await caches.match(request)).text()]);
        return found;
      })()`);
    const before = await all();
    expect(before.length).toBeGreaterThan(20);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Username').waitFor();
    const after = await all();
    expect(after.map(([path]) => path)).toEqual(before.map(([path]) => path));
    for (const [path, text] of after) {
      expect(path).toMatch(/^\/console\/(assets\/[^/]+)?$/);
      expect(text).not.toContain(NAME);
    }
  });

  describe('when the node has another version', () => {
    /** A build that differs in its page, and has no file for the payments. */
    async function otherBuild(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'lastmile-version-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      await cp(BUILT, folder, { recursive: true });
      const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
      await rm(join(folder, manifest[PAYMENTS].file));
      const page = await readFile(join(folder, 'index.html'), 'utf8');
      await writeFile(join(folder, 'index.html'), page.replace('<title>', '<meta name="version" content="2"><title>'));
      return folder;
    }
    const version = (page: Page) => page.locator('meta[name=version]').getAttribute('content');

    it('gives an open window the files that the node has no longer, and the next visit the new page', async () => {
      const { page, complaints, http, port } = await kept();
      await http.close(0);
      await startNode(api, port, await otherBuild());
      await eventually(() => page.getByText('The node does not answer').count()).toBe(0);
      await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
      expect(await page.locator('meta[name=version]').count()).toBe(0);
      await page.reload();
      expect(await version(page)).toBe('2');
      await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
      expect(complaints.filter((text) => !/net::ERR_|Failed to load resource/.test(text))).toEqual([]);
    });
  });
});
