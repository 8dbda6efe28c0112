import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const { username } = await makeService(db, await makePlan(db, isp));
const nasRow = await makeNas(db, isp, { requireMessageAuthenticator: 'yes' });
const server = await startTestServer(db);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const works = async () => {
  const accept = await nas.ask(
    server.authPort,
    nas.accessRequest([
      ['User-Name', username],
      ['User-Password', 'secret'],
      ['NAS-Port', 1],
    ]),
  );
  const response = await nas.ask(
    server.acctPort,
    nas.accountingRequest(
      accounting({ type: 'Start', username, session: 'after', at: Date.now(), more: [['NAS-Port', 1]] }),
    ),
  );
  return [accept?.code, response?.code];
};
const WORKS = ['Access-Accept', 'Accounting-Response'];

it('random octets get no answer, and the server continues', async () => {
  const datagrams = fc.sample(fc.uint8Array({ maxLength: 200 }), 500);
  for (const [at, octets] of datagrams.entries())
    nas.send(at % 2 === 0 ? server.authPort : server.acctPort, Buffer.from(octets));
  expect(await works()).toEqual(WORKS);
  expect(nas.unexpected).toEqual([]);
});

it('requests that were altered in transit get no answer, and the server continues', async () => {
  const requests = [
    {
      port: server.authPort,
      bytes: nas.accessRequest([
        ['User-Name', username],
        ['User-Password', 'secret'],
      ]),
    },
    {
      port: server.acctPort,
      bytes: nas.accountingRequest(accounting({ type: 'Start', username, session: 'changed', at: Date.now() })),
    },
  ];
  for (const { port, bytes } of requests) {
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      nas.send(port, changed);
      nas.send(port, bytes.subarray(0, at));
    }
  }
  expect(await works()).toEqual(WORKS);
  // The signature of an Access-Request covers all but the code, the identifier and padding.
  expect(nas.unexpected).toEqual([]);
  expect(await server.metric('lastmile_radius_packets_total', { outcome: 'fault' })).toBe(0);
});

it('an authentic but incomplete accounting request gets no answer', async () => {
  expect(
    await nas.silence(
      server.acctPort,
      nas.accountingRequest([
        ['Acct-Status-Type', 'Start'],
        ['User-Name', username],
      ]),
    ),
  ).toBeNull();
  expect(
    await nas.silence(
      server.acctPort,
      nas.accountingRequest([
        ['User-Name', username],
        ['Acct-Session-Id', 'x'],
      ]),
    ),
  ).toBeNull();
});

it('text with octets that PostgreSQL does not accept is recorded', async () => {
  const request = nas.accountingRequest([
    ['Acct-Status-Type', 'Start'],
    ['User-Name', Buffer.from('odd\0\xff', 'latin1')],
    ['Acct-Session-Id', Buffer.from('odd\0')],
    ['Calling-Station-Id', Buffer.from('\0')],
    ['NAS-Port-Id', Buffer.from('a\0b')],
  ]);
  expect((await nas.ask(server.acctPort, request))?.code).toBe('Accounting-Response');
  expect(
    (
      await nas.ask(
        server.authPort,
        nas.accessRequest([
          ['User-Name', Buffer.from('a\0b')],
          ['User-Password', 'x'],
        ]),
      )
    )?.code,
  ).toBe('Access-Reject');
});
