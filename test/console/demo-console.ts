import type { Page } from 'playwright-core';
import { STAFF, STAFF_PASSWORD, type StaffKey } from '../../src/demo/business/staff.ts';
import { makeDemo } from '../demo/made.ts';
import type { Api } from '../fixtures/api.ts';
import { ConsoleBrowser } from './console-browser.ts';
import { Hand } from './hand.ts';

const SIZE = { seed: 'tasks', days: 70, subscribers: 80 };

interface AtWork {
  readonly page: Page;
  readonly hand: Hand;
  readonly complaints: readonly string[];
}

/** The staff of a small demo in a browser, today. */
export class DemoConsole {
  readonly browser: ConsoleBrowser;

  private constructor(browser: ConsoleBrowser) {
    this.browser = browser;
  }

  static async make(api: Api): Promise<DemoConsole> {
    await makeDemo(api.db, SIZE, new Date());
    return new DemoConsole(new ConsoleBrowser(api));
  }

  /** The sign-in page, filled in: everything counts, signing in too. */
  async atSignIn(member: StaffKey): Promise<AtWork> {
    const { page, complaints } = await this.browser.open('/', { timezoneId: 'Asia/Kolkata' });
    await page.getByLabel('Username').fill(STAFF[member].username);
    await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
    return { page, complaints, hand: new Hand(page) };
  }

  /** The first screen of a member of the staff, who has signed in. Nothing is counted yet. */
  async at(member: StaffKey, options: Parameters<ConsoleBrowser['open']>[1] = {}): Promise<AtWork> {
    const here = { timezoneId: 'Asia/Kolkata', ...options };
    const { page, complaints } = await this.browser.openAs(STAFF[member].username, '/', here, STAFF_PASSWORD);
    await page.locator('#main').getByRole('heading', { level: 1 }).first().waitFor();
    return { page, complaints, hand: new Hand(page) };
  }
}
