import { beforeAll, describe, expect, it } from 'vitest';
import { type PasswordShare, passwordTurns } from '../../../../src/core/access/password.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { makeTenant, type Tenant } from '../../../fixtures/tenants.ts';
import { addSubscriber, OWN_PASSWORD, portalBrowser, portalTenant, signedIn } from '../portal/portal-user.ts';
import { LoginUser, PASSWORD } from './login-user.ts';

/** Work that lasts until it is released. */
function hold() {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

const api = await startApi();
const user = new LoginUser(api);
const signIn = (password = PASSWORD) => new Browser(api.url).call('login.start', { username: user.username, password });

/** Attempts that count, of anything. */
const counted = async () => (await api.db.prisma.loginAttempt.findMany()).reduce((sum, { count }) => sum + count, 0);

/** Lets so much work of a caller last and wait that there is no room for more. Returns what ends it. */
function fill(...shares: PasswordShare[]): () => Promise<unknown> {
  const { held, release } = hold();
  const crowd = shares.flatMap((share) => Array.from({ length: 30 }, () => passwordTurns.run(share, () => held)));
  const ended = Promise.allSettled(crowd);
  return () => {
    release();
    return ended;
  };
}

describe('passwords that one ISP sets by the dozen', () => {
  let crowding: Tenant;
  beforeAll(async () => {
    crowding = await makeTenant(api);
  });

  it('keep nobody of another ISP from signing in, or from setting one after that', async () => {
    const { held, release } = hold();
    const busy = passwordTurns.run({ kind: 'change', tenant: 'elsewhere', caller: 'crowd' }, () => held);
    const set = ({ me, customerid }: Tenant, new_password: string) =>
      api.call('customer/portal_password', { customerid, new_password }, me);
    const flood = Array.from({ length: 40 }, () => set(crowding, 'correct horse staple'));
    const refused = await Promise.race(flood);
    expect(refused).toMatchObject({ status: 429, error: expect.stringContaining('too many passwords') });
    const signIns: number[] = [];
    for (let count = 0; count < 14; count += 1) signIns.push((await signIn()).status);
    expect(signIns).toEqual(Array.from({ length: 14 }, () => 200));
    const neighbour = set(user.tenant, 'battery staple');
    release();
    expect(await neighbour).toMatchObject({ status: 200 });
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    await busy;
  });
});

describe('an attempt that is refused for lack of room', () => {
  it('does not count as a wrong password of a login user', async () => {
    const end = fill({ kind: 'staff', tenant: 'staff', caller: '127.0.0.1' });
    const answers = await Promise.all([signIn(), signIn(), signIn()]);
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(answers[0]?.message).toBe('too many passwords are being verified; try again in a moment');
    expect(await counted()).toBe(0);
    await end();
    expect(await signIn()).toMatchObject({ status: 200 });
  });

  it('does not count as a wrong password of somebody who confirms theirs', async () => {
    const { browser } = await user.start();
    await api.db.prisma.loginAttempt.deleteMany();
    const end = fill({ kind: 'session', tenant: user.tenant.ispid, caller: user.id });
    expect(await browser.call('login.confirm', { password: PASSWORD })).toMatchObject({ status: 429 });
    expect(await counted()).toBe(0);
    await end();
  });

  it('does not count as one of a subscriber, at sign-in or at a change', async () => {
    const tenant = await portalTenant(api);
    const own = await addSubscriber(api, tenant);
    const browser = await signedIn(api, tenant, own);
    await api.db.prisma.loginAttempt.deleteMany();
    const { ispid } = tenant;
    const of = (caller: string) => ({ kind: 'subscriber', tenant: ispid, caller }) as const;
    const end = fill(of('127.0.0.1'), of(`customer ${own.customerid}`));
    const given = { ispid, username: own.username, password: OWN_PASSWORD };
    expect(await portalBrowser(api).call('portal.sign_in', given)).toMatchObject({ status: 429 });
    const change = { password: OWN_PASSWORD, new_password: 'another staple' };
    expect(await browser.call('portal.password', change)).toMatchObject({ status: 429 });
    expect(await counted()).toBe(0);
    await end();
    expect(await portalBrowser(api).call('portal.sign_in', given)).toMatchObject({ status: 200 });
  });
});

describe('a password that is set for a login user', () => {
  it('waits for its turn without a connection to the database', async () => {
    const end = fill({ kind: 'change', tenant: 'elsewhere', caller: 'crowd' });
    const waiting = api.call('auth/user/update', { id: user.id, password: 'another horse' }, user.tenant.me);
    expect(
      await api.db.prisma.$queryRaw`SELECT FROM pg_stat_activity WHERE state = 'idle in transaction'
      AND datname = current_database()`,
    ).toHaveLength(0);
    await end();
    expect(await waiting).toMatchObject({ status: 200 });
  });
});
