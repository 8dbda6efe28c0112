import { expect, it, vi } from 'vitest';
import { clearApiKeyCache } from '../../src/rpc/api-key-cache.ts';
import { turnsOf } from '../../src/rpc/turns.ts';
import { startApi } from '../fixtures/api.ts';
import { makeTenant } from '../fixtures/tenants.ts';

const api = await startApi({ TRUSTED_PROXIES: '127.0.0.1' });
const tenant = await makeTenant(api);
const { credentials } = turnsOf(api.kernel);

/** A call of a console at this address, with a session that nobody has. */
const guess = (address: string, at: number) =>
  fetch(`${api.url}/trpc/login.me`, {
    headers: {
      'x-lastmile': 'console',
      'x-forwarded-for': address,
      origin: new URL(api.url).origin,
      cookie: `lastmile-insecure=${String(at).padStart(43, '0')}`,
    },
  });

it('a flood of sessions that nobody has leaves a connection for look-ups from elsewhere', async () => {
  const holder = await api.db.openPool({ name: 'locks', max: 1 }).connect();
  await holder.query('BEGIN; LOCK TABLE auth.login_session');
  try {
    const guesses = Array.from({ length: 20 }, (_, at) => guess('203.0.113.9', at));
    await vi.waitFor(() => expect(credentials.waiting).toBeGreaterThan(10), 60_000);
    clearApiKeyCache(api.db);
    expect(await api.call('customer/list', {}, tenant.me)).toMatchObject({ status: 200 });
    await holder.query('ROLLBACK');
    const answers = await Promise.all(guesses);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  } finally {
    holder.release(true);
  }
});
