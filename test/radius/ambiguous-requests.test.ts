import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, storedSessions } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const { username } = await makeService(db, await makePlan(db, isp));
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db);
let nas: TestNas;
beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const NAME: Pair = ['User-Name', username];
const PASSWORD: Pair = ['User-Password', 'secret'];
const CHAP: Pair = ['CHAP-Password', Buffer.alloc(17, 1)];

const answerTo = async (attributes: readonly Pair[]) =>
  (await nas.ask(server.authPort, nas.accessRequest(attributes)))?.code;

/** The reason of the last log-in that was refused. */
async function loggedReason(): Promise<string | undefined> {
  const [row] = await query<{ reason: string }>(
    db.lookups,
    sql`SELECT reason FROM radius.auth_log WHERE response = 'Access-Reject' ORDER BY id DESC LIMIT 1`,
  );
  return row?.reason;
}

const rejections = async () =>
  (
    await query<{ count: number }>(
      db.lookups,
      sql`SELECT count(*)::int FROM radius.auth_log WHERE response = 'Access-Reject'`,
    )
  )[0]?.count ?? 0;

const TWO_PROOFS = 'the request has more than one of User-Password, CHAP-Password, EAP-Message and MS-CHAP responses';
const EAP: Pair = ['EAP-Message', Buffer.from([2, 1, 0, 5, 1])];

/** Attributes of Microsoft (RFC 2548), whose values prove nothing. */
const microsoft = (type: number, length: number): Pair => {
  const value = Buffer.alloc(4 + 2 + length);
  value.writeUInt32BE(311);
  value[4] = type;
  value[5] = 2 + length;
  return ['Vendor-Specific', value];
};
const [MS_CHAP, MS_CHAP2, MS_CHALLENGE] = [microsoft(1, 50), microsoft(25, 50), microsoft(11, 16)];

describe('an Access-Request is rejected', () => {
  it.each<[string, readonly Pair[], string]>([
    ['with User-Password and CHAP-Password', [NAME, PASSWORD, CHAP], TWO_PROOFS],
    ['with User-Password and EAP-Message', [NAME, PASSWORD, EAP], TWO_PROOFS],
    ['with CHAP-Password and EAP-Message', [NAME, CHAP, EAP], TWO_PROOFS],
    ['with User-Password and MS-CHAP2-Response', [NAME, PASSWORD, MS_CHALLENGE, MS_CHAP2], TWO_PROOFS],
    ['with User-Password and MS-CHAP-Response', [NAME, PASSWORD, MS_CHALLENGE, MS_CHAP], TWO_PROOFS],
    ['with CHAP-Password and MS-CHAP2-Response', [NAME, CHAP, MS_CHALLENGE, MS_CHAP2], TWO_PROOFS],
    ['with EAP-Message and MS-CHAP2-Response', [NAME, EAP, MS_CHALLENGE, MS_CHAP2], TWO_PROOFS],
    ['with responses of both versions of MS-CHAP', [NAME, MS_CHALLENGE, MS_CHAP, MS_CHAP2], TWO_PROOFS],
    ['with two User-Names', [NAME, ['User-Name', 'somebody'], PASSWORD], 'the request has User-Name twice'],
    ['with the same User-Name twice', [NAME, NAME, PASSWORD], 'the request has User-Name twice'],
    ['with two passwords', [NAME, PASSWORD, PASSWORD], 'the request has User-Password twice'],
    [
      'with two states',
      [NAME, PASSWORD, ['State', Buffer.alloc(8, 1)], ['State', Buffer.alloc(8, 2)]],
      'the request has State twice',
    ],
    ['with two CHAP responses', [NAME, CHAP, CHAP], 'the request has CHAP-Password twice'],
    [
      'with two challenges',
      [NAME, CHAP, ['CHAP-Challenge', Buffer.alloc(16)], ['CHAP-Challenge', Buffer.alloc(16)]],
      'the request has CHAP-Challenge twice',
    ],
    ['with an empty challenge', [NAME, CHAP, ['CHAP-Challenge', Buffer.alloc(0)]], 'the password is malformed'],
    ['with a challenge of four octets', [NAME, CHAP, ['CHAP-Challenge', Buffer.alloc(4)]], 'the password is malformed'],
    ['with a CHAP response of 16 octets', [NAME, ['CHAP-Password', Buffer.alloc(16)]], 'the password is malformed'],
    [
      'from two NASes',
      [NAME, PASSWORD, ['NAS-IP-Address', '192.0.2.1'], ['NAS-IP-Address', '192.0.2.2']],
      'the request has two values of NAS-IP-Address',
    ],
    [
      'for two kinds of service',
      [NAME, PASSWORD, ['Service-Type', 'Framed-User'], ['Service-Type', 'Login-User']],
      'the request has two values of Service-Type',
    ],
    [
      'from two devices',
      [NAME, PASSWORD, ['Calling-Station-Id', '02:00:00:00:00:01'], ['Calling-Station-Id', '02:00:00:00:00:02']],
      'the request has two values of Calling-Station-Id',
    ],
  ])('%s', async (_, attributes, reason) => {
    const before = await rejections();
    expect(await answerTo(attributes)).toBe('Access-Reject');
    await until(async () => (await rejections()) === before + 1);
    expect(await loggedReason()).toBe(reason);
  });
});

it.each<[string, readonly Pair[]]>([
  [
    'the same Service-Type twice',
    [
      ['Service-Type', 'Framed-User'],
      ['Service-Type', 'Framed-User'],
    ],
  ],
  [
    'the same NAS-Identifier twice',
    [
      ['NAS-Identifier', 'bras'],
      ['NAS-Identifier', 'bras'],
    ],
  ],
  [
    'two attributes that decide nothing',
    [
      ['Connect-Info', 'one'],
      ['Connect-Info', 'two'],
      ['NAS-Port', 1],
      ['NAS-Port', 2],
    ],
  ],
  ['a challenge of MS-CHAP without a response', [MS_CHALLENGE]],
  [
    'several of what may occur often',
    [
      ['Proxy-State', Buffer.from('a')],
      ['Proxy-State', Buffer.from('b')],
      ['Class', Buffer.from('a')],
      ['Class', Buffer.from('b')],
    ],
  ],
])('an Access-Request is accepted with %s', async (_, more) => {
  const other = await makeService(db, await makePlan(db, isp));
  expect(await answerTo([['User-Name', other.username], PASSWORD, ...more])).toBe('Access-Accept');
});

describe('an accounting record', () => {
  const contradictory = () =>
    server.metric('lastmile_radius_packets_total', { type: 'Accounting-Request', outcome: 'contradictory' });
  const recordOf = (session: string, more: readonly Pair[]) =>
    nas.accountingRequest(accounting({ type: 'Start', username, session, at: Date.now(), more: [...more] }));

  it.each<[string, readonly Pair[]]>([
    ['of two sessions', [['Acct-Session-Id', 'another']]],
    ['that both starts and stops', [['Acct-Status-Type', 'Stop']]],
    ['of two subscribers', [['User-Name', 'somebody']]],
    [
      'with two counters',
      [
        ['Acct-Output-Octets', 1],
        ['Acct-Output-Octets', 2],
      ],
    ],
    [
      'with two counters of gigawords',
      [
        ['Acct-Input-Gigawords', 1],
        ['Acct-Input-Gigawords', 2],
      ],
    ],
    [
      'with two durations',
      [
        ['Acct-Session-Time', 1],
        ['Acct-Session-Time', 2],
      ],
    ],
  ])('%s is neither recorded nor answered', async (what, more) => {
    const before = await contradictory();
    expect(await nas.silence(server.acctPort, recordOf(what, more))).toBeNull();
    expect(await contradictory()).toBe(before + 1);
    expect(await storedSessions(db, what)).toEqual([]);
  });

  it.each<[string, readonly Pair[]]>([
    [
      'that repeats a value',
      [
        ['Acct-Session-Id', 'repeated'],
        ['User-Name', username],
      ],
    ],
    [
      'with several classes',
      [
        ['Class', Buffer.from('a')],
        ['Class', Buffer.from('b')],
      ],
    ],
  ])('%s is recorded', async (_, more) => {
    expect((await nas.ask(server.acctPort, recordOf('repeated', more)))?.code).toBe('Accounting-Response');
  });
});
