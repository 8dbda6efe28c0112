import { beforeAll, beforeEach } from 'vitest';
import type { Api } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { makeTenant, makeUser, type Tenant } from '../../../fixtures/tenants.ts';

export const PASSWORD = 'correct horse';

/** A new login user for each test of a file, at a fixed time, with no failed attempts. */
export class LoginUser {
  readonly #api: Api;
  id = 0;
  username = '';
  tenant!: Tenant;

  constructor(api: Api) {
    this.#api = api;
    beforeAll(async () => {
      this.tenant = await makeTenant(api);
    });
    beforeEach(async () => {
      api.clock.at = new Date('2026-11-20T10:00:00Z');
      await api.db.prisma.loginAttempt.deleteMany();
      const { ispid, me } = this.tenant;
      this.id = (await makeUser(api, me, { ispid, password: PASSWORD })).userid;
      ({ username: this.username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: this.id } }));
    });
  }

  wait(ms: number): void {
    this.#api.clock.at = new Date(this.#api.clock.now().getTime() + ms);
  }

  /** Gives the right password. `next`: what has to follow. */
  async start(browser = new Browser(this.#api.url)): Promise<{ browser: Browser; next: string }> {
    const { username } = this;
    const { next } = await browser.ok<{ next: string }>('login.start', { username, password: PASSWORD });
    return { browser, next };
  }
}
