import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { signIn, startConsole } from './console-browser.ts';
import { startNode } from './other-node.ts';

describe.skipIf(!executablePath)('changes made elsewhere, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  async function signedIn(path: string, port: number) {
    const { page } = await console.open(path, {}, `http://127.0.0.1:${port}`);
    const context = page.context();
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/console/live')) streams.push(request.url());
    });
    const opened = page.waitForResponse((response) => response.url().endsWith('/console/live'));
    await signIn(page, await console.userOf(tenant, 'Admin'));
    await page.getByRole('row').getByText(tenant.username).waitFor();
    expect((await opened).status()).toBe(200);
    return { page, context, streams };
  }

  let names = 0;
  /** Changes the name of the customer through another node. */
  async function rename(): Promise<string> {
    names += 1;
    const name = `Name ${names}`;
    await api.ok('customer/update', { customerid: tenant.customerid, name }, tenant.me);
    return name;
  }
  const shows = (page: Page, name: string) => page.getByRole('row').getByText(name).waitFor();

  it('are seen in all tabs, with one stream for all of them', async () => {
    const { port } = await startNode(api);
    const { page, context, streams } = await signedIn('/subscribers', port);
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${port}/console/subscribers`);
    await other.getByRole('row').getByText(tenant.username).waitFor();
    for (let round = 0; round < 3; round += 1) {
      const name = await rename();
      await Promise.all([shows(page, name), shows(other, name)]);
    }
    expect(streams).toHaveLength(1);
    const reopened = other.waitForResponse((response) => response.url().endsWith('/console/live'));
    await page.close();
    await reopened;
    await shows(other, await rename());
  });

  it('are seen after the node was started anew, without loading the page again', async () => {
    const { http, port } = await startNode(api);
    const { page } = await signedIn('/subscribers', port);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const startedAt = performance.now();
    await http.close(60_000);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    const missed = await rename();
    await startNode(api, port);
    await shows(page, missed);
    await shows(page, await rename());
    expect(loads).toBe(0);
  });

  it('are seen when a lost line is back', async () => {
    const { port } = await startNode(api);
    const { page, context } = await signedIn('/subscribers', port);
    await context.setOffline(true);
    const missed = await rename();
    await context.setOffline(false);
    await shows(page, missed);
    await shows(page, await rename());
  });

  it('end with the session: every tab shows the sign-in at once', async () => {
    const { port } = await startNode(api);
    const { page, context } = await signedIn('/subscribers', port);
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${port}/console/subscribers`);
    await other.getByRole('row').getByText(tenant.username).waitFor();
    await api.db.prisma.loginSession.deleteMany();
    for (const each of [page, other]) await each.getByLabel('Username').waitFor();
  });
});
