import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { Browser, type Reply } from '../../../fixtures/browser.ts';
import { addSubscriber, portalBrowser, portalTenant } from '../portal/portal-user.ts';
import { LoginUser } from './login-user.ts';

const api = await startApi();
const user = new LoginUser(api);
afterEach(() => vi.restoreAllMocks());

/** What finds a user, counts an attempt and writes the audit. */
const SIGN_IN = /sign_in_|begin_audit|login_user u\b|crm\.service s\b|crm\.isp i\b/;

/** The statements that a call sends to the database before it is answered, in their order. */
async function statementsOf(call: () => Promise<Reply>): Promise<{ answer: Reply; statements: string[] }> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [config] = given as [string | { text?: string }];
    const text = (typeof config === 'string' ? config : (config?.text ?? '')).replace(/\s+/g, ' ');
    // Not what the node does besides, after a change of a user.
    if (SIGN_IN.test(text)) statements.push(text);
    return Reflect.apply(query, this, given);
  } as never);
  const answer = await call();
  spy.mockRestore();
  return { answer, statements };
}

const wrongPassword = (username: string) => () =>
  new Browser(api.url).call('login.start', { username, password: 'wrong' });

describe('a name that is nobody’s', () => {
  it('is answered by the same statements as a wrong password, and as one of a suspended user', async () => {
    await wrongPassword('to warm up')();
    const known = await statementsOf(wrongPassword(user.username));
    const unknown = await statementsOf(wrongPassword('nobody'));
    await api.ok('auth/user/update', { id: user.id, status: 'Suspend' }, user.tenant.me);
    const suspended = await statementsOf(wrongPassword(user.username));
    expect(known.statements.length).toBeGreaterThanOrEqual(3);
    expect(unknown).toEqual(known);
    expect(suspended).toEqual(known);
  });

  it('is answered so also in the portal, and where the code of it is wrong', async () => {
    const tenant = await portalTenant(api);
    const { ispid } = tenant;
    const own = await addSubscriber(api, tenant);
    const wrong = (username: string) => () =>
      portalBrowser(api).call('portal.sign_in', { ispid, username, password: 'wrong' });
    await wrong('to warm up')();
    const known = await statementsOf(wrong(own.username));
    expect(await statementsOf(wrong('nobody'))).toEqual(known);
    expect(known.answer.status).toBe(401);
  });
});

describe('the audit', () => {
  it('still has every wrong password at a login user, and none of a name that is nobody’s', async () => {
    await wrongPassword(user.username)();
    await wrongPassword('nobody')();
    const events = await api.db.prisma.auditEvent.findMany({
      where: { procedure: 'login.failed' },
      orderBy: { id: 'desc' },
      take: 1,
    });
    expect(events).toMatchObject([
      { userId: user.id, username: user.username, ispId: user.tenant.ispid, address: '127.0.0.1', via: 'session' },
    ]);
    expect(await api.db.prisma.auditEvent.count({ where: { username: 'nobody' } })).toBe(0);
  });
});
