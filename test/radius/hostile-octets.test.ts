import { isUtf8 } from 'node:buffer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { Attribute } from '../../src/radius/protocol/packet/attribute.ts';
import { Packet } from '../../src/radius/protocol/packet/packet.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { storedUsage } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const server = await startTestServer(db);
let coa: CoaNas;
let nas: TestNas;
let service: { id: number; username: string };

beforeAll(async () => {
  coa = await CoaNas.open('127.7.1.1');
  nas = await TestNas.open(await makeNas(db, isp, { ip: coa.ip, coaPort: coa.port }));
  await until(async () => (await server.metric('lastmile_radius_nases')) === 1);
});
beforeEach(async () => {
  coa.packets.length = 0;
  service = await makeService(db, plan);
});
afterAll(() => {
  coa.close();
  nas.close();
});

const octets = (count: number, octet = 0xff) => Buffer.alloc(count, octet);

function logIn(name: string | Buffer = service.username) {
  const request = nas.accessRequest([
    ['User-Name', name],
    ['User-Password', 'secret'],
  ]);
  return nas.ask(server.authPort, request);
}

async function classOfLogIn(): Promise<Pair> {
  const answer = await logIn();
  expect(answer?.code).toBe('Access-Accept');
  return ['Class', answer?.attributes.Class as Buffer];
}

interface SessionPacket {
  readonly session: string | Buffer;
  readonly name?: string | Buffer;
  readonly more?: readonly Pair[];
}

async function report(
  type: 'Start' | 'Interim-Update' | 'Stop',
  { session, name = service.username, more = [] }: SessionPacket,
) {
  const request = nas.accountingRequest([
    ['Acct-Status-Type', type],
    ['User-Name', name],
    ['Acct-Session-Id', session],
    ...more,
  ]);
  expect((await nas.ask(server.acctPort, request))?.code).toBe('Accounting-Response');
}

/** What the NAS was asked to end. */
async function disconnected() {
  await until(() => coa.packets.length > 0);
  const [packet] = coa.packets;
  return { session: packet?.octets(Attribute.AcctSessionId), name: packet?.octets(Attribute.UserName) };
}

const isUp = async () => {
  expect((await logIn('nobody'))?.code).toBe('Access-Reject');
  expect(await server.metric('lastmile_radius_packets_total', { outcome: 'fault' })).toBe(0);
};

describe('a session that another one takes over is named to its NAS octet by octet', () => {
  it.each([
    ['100 octets that are no UTF-8', octets(100)],
    ['as many octets as an attribute holds', octets(253)],
    ['octets that are NULs inside', Buffer.from('a\0\0b')],
    ['characters of the range that stands for octets', Buffer.from('\uf700\uf7ff\uf780')],
    ['valid UTF-8', Buffer.from('sitzung-é-सत्र-😀')],
    ['a character that is cut off', Buffer.from('😀').subarray(0, 3)],
  ])('where its id is %s', async (_, session) => {
    await report('Start', { session, more: [await classOfLogIn()] });
    await report('Start', { session: `next${nextNumber()}`, more: [await classOfLogIn()] });
    expect(await disconnected()).toEqual({ session, name: Buffer.from(service.username) });
    await isUp();
  });

  it('where its name is 100 octets that are no UTF-8, beside the Class of its log-in', async () => {
    const [session, name] = [`id${nextNumber()}`, octets(100)];
    await report('Start', { session, name, more: [await classOfLogIn()] });
    await report('Start', { session: `next${nextNumber()}`, name, more: [await classOfLogIn()] });
    expect(await disconnected()).toEqual({ session: Buffer.from(session), name });
    await isUp();
  });

  it('only NULs at the end of its id are left out', async () => {
    const session = `id${nextNumber()}`;
    await report('Start', { session: Buffer.from(`${session}\0\0`), more: [await classOfLogIn()] });
    await report('Start', { session: `next${nextNumber()}`, more: [await classOfLogIn()] });
    expect((await disconnected()).session).toEqual(Buffer.from(session));
  });
});

it('a session whose names an earlier version kept longer than they were cannot be named, which is no silence', async () => {
  const [row] = await query<{ id: number }>(db.pool, sql`SELECT id FROM radius.nas WHERE ip = ${coa.ip}::inet`);
  const long = { nasId: row?.id ?? 0, username: '\ufffd'.repeat(100), acctSessionId: 's', framedIp: null };
  for (const session of [long, { ...long, username: 'u', acctSessionId: '\ufffd'.repeat(100) }]) {
    for (let times = 0; times < 4; times++) {
      expect(await server.network.disconnect(session)).toEqual({
        result: 'refused',
        reason: 'the names of the session are too long for a request',
      });
    }
  }
  expect(await server.metric('lastmile_radius_unresponsive_nases')).toBe(0);
});

describe('what differs in octets is different', () => {
  const counters: readonly Pair[] = [
    ['Acct-Session-Time', 60],
    ['Acct-Input-Octets', 1_000],
    ['Acct-Output-Octets', 500],
  ];

  it.each([
    ['octets that are no UTF-8', [Buffer.from([0x73, 0xff]), Buffer.from([0x73, 0xfe])]],
    ['a NUL inside', [Buffer.from('s\0s'), Buffer.from('ss')]],
    ['a character that replaces what cannot be read', [Buffer.from('s\ufffd'), Buffer.from([0x73, 0x80])]],
    ['an octet, and the character that stands for it', [Buffer.from([0x73, 0x80]), Buffer.from('s\uf780')]],
  ])('two sessions whose ids differ by %s lose no volume', async (_, ids) => {
    for (const session of ids) await report('Start', { session });
    for (const session of ids) await report('Stop', { session, more: counters });
    const [row] = await query<{ sessions: number }>(
      db.pool,
      sql`SELECT count(*)::int AS sessions FROM radius.session WHERE service_id = ${service.id}`,
    );
    expect(row?.sessions).toBe(2);
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '2000', down: '1000' });
  });

  it('a line feed in an id and one in a name do not make two sessions one', async () => {
    const mark = `m${nextNumber()}`;
    const login = await classOfLogIn();
    const sessions = [
      { session: `${mark}\nb`, name: 'c' },
      { session: mark, name: 'b\nc' },
    ];
    // Sent at once, so that they come to one batch.
    await Promise.all(sessions.map((packet) => report('Interim-Update', { ...packet, more: [login, ...counters] })));
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '2000', down: '1000' });
  });
});

describe('a name is known as it is kept', () => {
  it.each([
    ['in front', (name: string) => `\0${name}`],
    ['inside', (name: string) => `${name.slice(0, 2)}\0${name.slice(2)}`],
  ])('with a NUL %s it is unknown', async (_, withNul) => {
    const name = Buffer.from(withNul(service.username));
    expect((await logIn(name))?.code).toBe('Access-Reject');
    const session = `s${nextNumber()}`;
    await report('Start', { session, name });
    const rows = await query(db.pool, sql`SELECT service_id FROM radius.session WHERE acct_session_id = ${session}`);
    expect(rows).toEqual([{ service_id: null }]);
  });

  it('NULs at its end are not of it', async () => {
    const name = Buffer.from(`${service.username}\0\0`);
    expect((await logIn(name))?.code).toBe('Access-Accept');
  });

  it('a name of NULs alone is none', async () => {
    expect((await logIn(octets(3, 0)))?.code).toBe('Access-Reject');
  });
});

describe('a refusal that names the port of the open session', () => {
  it.each([
    ['octets that are no UTF-8', octets(253), '\\xff\\xff'],
    ['long characters', Buffer.from('é'.repeat(126)), 'éé'],
  ])('is answered where that is 253 octets: %s', async (_, port, shown) => {
    const onPort: Pair = ['NAS-Port-Id', port];
    const login = nas.accessRequest([['User-Name', service.username], ['User-Password', 'secret'], onPort]);
    expect((await nas.ask(server.authPort, login))?.code).toBe('Access-Accept');
    await report('Start', { session: `s${nextNumber()}`, more: [onPort] });
    const elsewhere = nas.accessRequest([
      ['User-Name', service.username],
      ['User-Password', 'secret'],
      ['NAS-Port-Id', 'another'],
    ]);
    const answer = await nas.exchange(server.authPort, elsewhere);
    const message = Packet.parse(answer ?? Buffer.alloc(0))?.octets(Attribute.ReplyMessage) ?? Buffer.alloc(0);
    expect(message.length).toBeGreaterThan(248);
    expect(message.length).toBeLessThan(254);
    expect(isUtf8(message)).toBe(true);
    expect(message.toString()).toContain(`another session is open on the NAS ${nas.ip}, port ${shown}`);
  });
});
