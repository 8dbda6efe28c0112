import { describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';

const api = await startApi();
const guess = (userid: string) =>
  fetch(`${api.url}/api/isp/list`, { headers: { 'x-userid': userid, 'x-api-key': 'b'.repeat(50) } }).then(
    ({ status }) => status,
  );

describe('guessing', () => {
  it('is limited to twenty wrong keys, with or without blanks around the userid, while the right key works', async () => {
    api.clock.at = new Date();
    const userids = ['1', ' 1', '1 '];
    const first: number[] = [];
    for (let n = 0; n < 20; n += 1) first.push(await guess(userids[n % 3] ?? ''));
    expect(new Set(first)).toEqual(new Set([401]));
    expect(await guess('1')).toBe(429);
    expect(await api.call('isp/list', {}, api.admin)).toMatchObject({ status: 200 });
    api.clock.at = new Date(api.clock.at.getTime() + 61_000);
    expect(await guess('1')).toBe(401);
  });

  it('counts a userid with and without blanks as the same', async () => {
    const { FailedLogins } = await import('../../src/rpc/failed-logins.ts');
    const { authenticate } = await import('../../src/rpc/authenticate.ts');
    const { atOnce } = await import('../../src/rpc/turns.ts');
    const failures = new FailedLogins(api.clock);
    const attempt = (n: number) =>
      authenticate(api.kernel, failures, {
        credentials: { userid: `7${' '.repeat(n)}`, apiKey: 'c'.repeat(50) },
        address: `192.0.2.${n}`,
        inTurn: atOnce,
      }).catch((error: { kind: string }) => error.kind);
    for (let n = 0; n < 20; n += 1) expect(await attempt(n)).toBe('unauthenticated');
    expect(await attempt(21)).toBe('tooMany');
  });
});
