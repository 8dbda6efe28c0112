import { expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, storedSessions } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const LONGEST_S = 21_474_720;

it('a validity of years gives a session of the longest time that RouterOS accepts, and then another', async () => {
  const db = await freshDatabase();
  const isp = await makeIsp(db, { settings: { timezone: 'UTC' } });
  const T = Math.floor(Date.now() / 1000) * 1000 - LONGEST_S * 1000;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const rest = 10 * 86_400_000;
  const { username } = await makeService(db, await makePlan(db, isp), {
    prepaidPostpaid: 'Prepaid',
    status: 'Active',
    validUpto: new Date(`${day(Date.now() + rest)}T00:00:00Z`),
  });
  const nas = await TestNas.open(await makeNas(db, isp));
  let now = T;
  const server = await startTestServer(db, { clock: { now: () => new Date(now) } });
  const device: Pair = ['Calling-Station-Id', '1:0:e1:c:38:c8:f8'];
  const logIn = () =>
    nas.ask(server.authPort, nas.accessRequest([['User-Name', username], ['User-Password', 'secret'], device]));
  const report = (type: 'Start' | 'Stop', session: string, more: Pair[] = []) =>
    nas.ask(
      server.acctPort,
      nas.accountingRequest(
        accounting({ type, username, session, at: now, seconds: LONGEST_S, more: [device, ...more] }),
      ),
    );

  expect((await logIn())?.attributes['Session-Timeout']).toBe(LONGEST_S);
  await report('Start', 'long');
  now = T + LONGEST_S * 1000;
  await report('Stop', 'long', [['Acct-Terminate-Cause', 'Session-Timeout']]);
  const again = await logIn();
  expect(again?.code).toBe('Access-Accept');
  expect(again?.attributes['Session-Timeout']).toBe((Date.parse(day(Date.now() + rest)) + 86_400_000 - now) / 1000);
  await report('Start', 'next');
  expect(await storedSessions(db, 'long')).toMatchObject([
    { terminate_cause: 'Session-Timeout', session_time: LONGEST_S, mac: '00:e1:0c:38:c8:f8' },
  ]);
  expect(await storedSessions(db, 'next')).toMatchObject([{ ended_at: null }]);
  nas.close();
});
