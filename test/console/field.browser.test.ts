import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dayOf } from '../../src/core/zone.ts';
import { executablePath, LAUNCH } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { eventually } from './at-forms.ts';
import { PASSWORD, signIn, startConsole } from './console-browser.ts';

/** A telephone, whose browser can be killed and opened again with what it has kept. */
class Phone {
  readonly #profile: string;
  #context: BrowserContext | undefined;

  private constructor(profile: string) {
    this.#profile = profile;
  }

  static async of(): Promise<Phone> {
    const phone = new Phone(await mkdtemp(join(tmpdir(), 'lastmile-phone-')));
    onTestFinished(async () => {
      await phone.#context?.close();
      await rm(phone.#profile, { recursive: true, force: true });
    });
    return phone;
  }

  async open(url: string): Promise<Page> {
    const options = { ...LAUNCH, viewport: { width: 390, height: 800 } };
    this.#context = await chromium.launchPersistentContext(this.#profile, options);
    const page = this.#context.pages()[0] ?? (await this.#context.newPage());
    await page.goto(url);
    return page;
  }

  setOffline = (isOffline: boolean) => this.#context?.setOffline(isOffline);

  /** Without any of what a browser does when it is closed. */
  async kill(page: Page): Promise<void> {
    const closed = this.#context?.waitForEvent('close');
    const session = await this.#context?.newCDPSession(page);
    void session?.send('Browser.crash').catch(() => undefined);
    await closed;
    this.#context = undefined;
  }
}

describe.skipIf(!executablePath)('a technician’s day, on a telephone', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { me, ispid, serviceid } = tenant;
  const { timezone } = await api.db.prisma.ispSetting.findUniqueOrThrow({ where: { ispId: ispid } });
  const url = `${api.url}/console/field`;
  const card = (page: Page, at: number) => page.getByRole('region', { name: 'Today' }).getByRole('listitem').nth(at);
  const press = (page: Page, at: number, name: string) =>
    card(page, at).getByRole('button', { name, exact: true }).click();

  /** A new technician with so many visits today. */
  async function technician(count: number) {
    const username = await console.userOf(tenant, 'Field');
    const { id: technicianid } = await api.db.prisma.loginUser.findFirstOrThrow({ where: { username } });
    const booking = { serviceid, technicianid, day: dayOf(new Date(), timezone), hours: '00:00-24:00' };
    const ids: number[] = [];
    for (let at = 0; at < count; at++) ids.push(await api.ok<number>('visit/create', booking, me));
    const states = async () =>
      (await api.db.prisma.visit.findMany({ where: { id: { in: ids } } })).map(({ state }) => state);
    const moves = () => api.db.prisma.visitEvent.count({ where: { visitId: { in: ids }, action: 'move' } });
    return { username, technicianid, ids, states, moves };
  }

  it('is sent once, after the browser was killed without a connection and the session has ended', async () => {
    const { username, technicianid, states, moves } = await technician(3);
    const phone = await Phone.of();
    const page = await phone.open(url);
    await signIn(page, username, PASSWORD);
    await card(page, 2).waitFor();
    await phone.setOffline(true);
    for (const at of [0, 1, 2]) {
      await press(page, at, 'I am on the way');
      await press(page, at, 'Start');
      await press(page, at, 'Done');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    }
    await page.getByText('9 steps wait for a connection.').waitFor();
    expect(await states()).toEqual(['Booked', 'Booked', 'Booked']);
    await phone.kill(page);
    await api.db.prisma.loginSession.deleteMany({ where: { userId: technicianid } });

    const again = await phone.open(url);
    await signIn(again, username, PASSWORD);
    await eventually(states).toEqual(['Done', 'Done', 'Done']);
    await again.getByText('wait for a connection').waitFor({ state: 'detached' });
    expect(await moves()).toBe(9);
    await again.reload();
    await card(again, 2).waitFor();
    expect(await moves()).toBe(9);
  });

  it('opens without a connection, tells of what was refused, and is wiped at the sign-out', async () => {
    const { username, ids, states } = await technician(1);
    const phone = await Phone.of();
    const page = await phone.open(url);
    await signIn(page, username, PASSWORD);
    await card(page, 0).waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await eventually(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
    await phone.setOffline(true);
    await page.reload();
    await press(page, 0, 'I am on the way');
    await page.getByText('One step waits for a connection.').waitFor();
    await api.ok('visit/move', { id: ids[0] ?? 0, state: 'Cancelled', reason: 'moved away' }, me);
    await phone.setOffline(false);
    await page.getByText('The dispatcher has been told.').waitFor();
    expect(await states()).toEqual(['Cancelled']);
    const stuck = await api.ok<{ id: string }[]>('visit/list', { in_conflict: 'Y' }, me);
    expect(stuck).toMatchObject([{ id: String(ids[0]), conflict: expect.stringMatching(/^On the way/) }]);
    await page.getByRole('button', { name: 'Understood' }).click();
    await page.getByText('The dispatcher has been told.').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Username').waitFor();
    const kept = `indexedDB.databases().then((all) => all.map(({ name }) => name).includes('lastmile-field'))`;
    await eventually(() => page.evaluate(kept)).toBe(false);
  });
});
