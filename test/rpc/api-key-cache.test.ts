import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice } from '../../src/db/database.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { startApi } from '../fixtures/api.ts';
import { contact, makeUser } from '../fixtures/tenants.ts';

const api = await startApi();
const ispid = await api.ok<number>('isp/create', { name: 'One', code: 'ONE', country: 'India', ...contact }, api.admin);
const user = await makeUser(api, api.admin, { ispid });
const status = async () => (await api.call('isp/list', {}, user)).status;

/** As another node does it, or the command line: not through the procedures of this one. */
const elsewhere = {
  suspend: () => execute(api.db.pool, sql`UPDATE auth.login_user SET status = 'Suspend' WHERE id = ${user.userid}`),
  restore: () => execute(api.db.pool, sql`UPDATE auth.login_user SET status = 'Active' WHERE id = ${user.userid}`),
};

/** Another user who was just seen, and a change of it that no notification tells of. */
async function remembered() {
  const key = await makeUser(api, api.admin, { ispid });
  const known = async () => (await api.call('isp/list', {}, key)).status;
  await noticesHeard();
  expect(await known()).toBe(200);
  const suspendUnheard = async () => {
    await execute(api.db.pool, sql`ALTER TABLE auth.login_user DISABLE TRIGGER USER`);
    await execute(api.db.pool, sql`UPDATE auth.login_user SET status = 'Suspend' WHERE id = ${key.userid}`);
    await execute(api.db.pool, sql`ALTER TABLE auth.login_user ENABLE TRIGGER USER`);
  };
  return { known, suspendUnheard };
}

/** All that were sent until now. */
async function noticesHeard(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const heard = (notice: Notice) => void (notice.type === 'notice' && notice.payload === 'last' && resolve());
    const listening = api.db.listen('access', heard);
    listening.then(() => execute(api.db.pool, sql`SELECT pg_notify('access', 'last')`)).catch(reject);
  });
}

// What is remembered would last for ever, so it is the notification that ends it.
beforeEach(() => vi.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => vi.restoreAllMocks());

describe('a cached login user', () => {
  it('is rejected from the next call on when suspended through this node', async () => {
    for (let time = 0; time < 20; time += 1) {
      expect(await status()).toBe(200);
      await api.ok('auth/user/update', { id: user.userid, status: 'Suspend' }, api.admin);
      expect(await status()).toBe(403);
      await api.ok('auth/user/update', { id: user.userid, status: 'Active' }, api.admin);
    }
  });

  it('is rejected as soon as the database notifies a suspension through another node', async () => {
    expect(await status()).toBe(200);
    await elsewhere.suspend();
    await vi.waitFor(async () => expect(await status()).toBe(403), { timeout: 60_000 });
    await elsewhere.restore();
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 60_000 });
  });

  it.each([
    ['its ISP is deleted', sql`UPDATE crm.isp SET deleted_at = now() WHERE id = ${ispid}`, 403],
    ['its ISP is back', sql`UPDATE crm.isp SET deleted_at = NULL WHERE id = ${ispid}`, 200],
    ['its key is withdrawn', sql`DELETE FROM auth.api_key WHERE user_id = ${user.userid}`, 401],
  ])('is looked up again when %s', async (_what, change, expected) => {
    await status();
    await execute(api.db.pool, change);
    await vi.waitFor(async () => expect(await status()).toBe(expected), { timeout: 60_000 });
  });

  it('is looked up again after the notification connection was lost and is back', async () => {
    const { known, suspendUnheard } = await remembered();
    await suspendUnheard();
    expect(await known()).toBe(200);
    await query(
      api.db.pool,
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND starts_with(application_name, 'lastmile listen')`,
    );
    await vi.waitFor(async () => expect(await known()).toBe(403), { timeout: 60_000 });
  });

  it('is looked up again after a second at the latest', async () => {
    const { known, suspendUnheard } = await remembered();
    await suspendUnheard();
    expect(await known()).toBe(200);
    vi.mocked(performance.now).mockReturnValue(1_000);
    expect(await known()).toBe(403);
  });

  it('is looked up once, not at every call, and stays cached when its cash limit changes', async () => {
    const query = vi.spyOn(api.db.pool, 'query');
    const lookups = () => query.mock.calls.filter(([given]) => JSON.stringify(given).includes('auth.api_key k')).length;
    for (let time = 0; time < 5; time += 1) await api.call('isp/list', {}, api.admin);
    await execute(api.db.pool, sql`UPDATE auth.login_user SET cash_limit = 5 WHERE id = ${user.userid}`);
    for (let time = 0; time < 5; time += 1) await api.call('isp/list', {}, api.admin);
    expect(lookups()).toBeLessThanOrEqual(1);
  });

  it('is rejected when its key has expired', async () => {
    const key = await makeUser(api, api.admin, { ispid });
    const known = async () => (await api.call('isp/list', {}, key)).status;
    await execute(
      api.db.pool,
      sql`UPDATE auth.api_key SET expires_at = ${new Date(Date.now() + 3_600_000)} WHERE user_id = ${key.userid}`,
    );
    expect(await known()).toBe(200);
    api.clock.at = new Date(Date.now() + 3_600_001);
    expect(await known()).toBe(401);
    api.clock.at = undefined;
  });
});
