import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { Credential } from '../../src/radius/authentication/credential.ts';
import { authenticatorResponse, challengeHash, challengeResponse } from '../../src/radius/authentication/ms-chap.ts';
import { makeIpPool, makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { dayFromToday, makeService, type ServiceOptions } from '../factories/services.ts';
import { makeIsp, makeReseller } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { lockWaits } from '../fixtures/lock-waits.ts';
import { accounting } from './fixtures/accounting.ts';
import { type Decoded, type Pair, radius } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db, { settings: { npDl: 256, npUl: 128 } });
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db);

let nas: TestNas;
let macs = 0;
let mac: string;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());
beforeEach(() => {
  macs += 1;
  mac = `02-00-00-00-00-${macs.toString(16).padStart(2, '0')}`;
});

function pap(username: string, password = 'secret', more: readonly Pair[] = []): Pair[] {
  return [['User-Name', username], ['User-Password', password], ['Calling-Station-Id', mac], ...more];
}

function logIn(username: string, password?: string, more?: readonly Pair[]): Promise<Decoded | null> {
  return nas.ask(server.authPort, nas.accessRequest(pap(username, password, more)));
}

/** Texts of one vendor's attribute. */
function vendorTexts(answer: Decoded | null, vendor: number, type: number): string[] {
  return (answer?.raw_attributes ?? [])
    .filter(([number, value]) => number === 26 && value.readUInt32BE(0) === vendor && value[4] === type)
    .map(([, value]) => value.subarray(6).toString());
}

const rate = (answer: Decoded | null) => vendorTexts(answer, 14988, 8);

async function lastLogged(
  username: string,
): Promise<{ response: string; reason: string | null; protocol: string | null; mac: string | null }> {
  const read = () =>
    query<{ response: string; reason: string | null; protocol: string | null; mac: string | null }>(
      db.pool,
      sql`SELECT response, reason, protocol, mac FROM radius.auth_log WHERE username = ${username} ORDER BY id DESC LIMIT 1`,
    );
  await until(async () => (await read()).length > 0);
  const [row] = await read();
  if (!row) throw new Error('nothing was logged');
  return row;
}

describe('the password', () => {
  it('by PAP is accepted, whatever the case of the username, with the rates of the plan', async () => {
    const { username } = await makeService(db, plan, { username: 'Alice', password: 'wonderland' });
    const answer = await logIn(username.toUpperCase(), 'wonderland');
    expect(answer?.code).toBe('Access-Accept');
    expect(rate(answer)).toEqual(['10000k/20000k']);
    expect(answer?.attributes['Acct-Interim-Interval']).toBeOneOf(Array.from({ length: 31 }, (_, more) => 300 + more));
    expect(await lastLogged('ALICE')).toEqual({
      response: 'Access-Accept',
      reason: null,
      protocol: 'PAP',
      mac: mac.replaceAll('-', ':'),
    });
  });

  it('by CHAP is accepted', async () => {
    const { username } = await makeService(db, plan);
    const authenticator = randomBytes(16);
    const response = Buffer.concat([
      Buffer.of(7),
      createHash('md5').update(Buffer.of(7)).update('secret').update(authenticator).digest(),
    ]);
    const attributes: Pair[] = [
      ['User-Name', username],
      ['CHAP-Password', response],
    ];
    expect((await nas.ask(server.authPort, nas.accessRequest(attributes, { authenticator })))?.code).toBe(
      'Access-Accept',
    );
    expect(await lastLogged(username)).toMatchObject({ protocol: 'CHAP' });
  });

  it('by MS-CHAPv2 is accepted, with proof that the server knows it', async () => {
    const { username } = await makeService(db, plan);
    const [authenticatorChallenge, peerChallenge] = [randomBytes(16), randomBytes(16)];
    const { ntHash, ntHashHash } = new Credential('secret');
    const exchange = {
      authenticatorChallenge,
      peerChallenge,
      ntResponse: Buffer.alloc(24),
      userName: Buffer.from(username),
    };
    const ntResponse = challengeResponse(challengeHash(exchange), ntHash);
    const response = Buffer.concat([Buffer.of(5, 0), peerChallenge, Buffer.alloc(8), ntResponse]);
    const attributes: Pair[] = [
      ['User-Name', username],
      [
        'Vendor-Specific',
        311,
        [
          [11, authenticatorChallenge],
          [25, response],
        ],
      ],
    ];
    const answer = await nas.ask(server.authPort, nas.accessRequest(attributes));
    expect(answer?.code).toBe('Access-Accept');
    expect(vendorTexts(answer, 311, 26).map((text) => text.slice(1))).toEqual([
      authenticatorResponse({ ...exchange, ntResponse }, ntHashHash),
    ]);
    expect(vendorTexts(answer, 311, 16)).toHaveLength(1);
  });

  it('that is wrong is rejected; the log says why, the answer does not', async () => {
    const { username } = await makeService(db, plan);
    const answer = await logIn(username, 'guess');
    expect(answer?.code).toBe('Access-Reject');
    expect(answer?.attributes['Reply-Message']).toBeUndefined();
    expect(await lastLogged(username)).toMatchObject({ response: 'Access-Reject', reason: 'wrong password' });
  });

  it('of an unknown user is rejected', async () => {
    expect((await logIn('nobody'))?.code).toBe('Access-Reject');
    expect(await lastLogged('nobody')).toMatchObject({ reason: 'unknown user' });
  });
});

describe('the status of a service', () => {
  const attributesOf = (answer: Decoded | null) => ({
    code: answer?.code,
    rate: rate(answer)[0],
    pool: answer?.attributes['Framed-Pool'],
    list: vendorTexts(answer, 14988, 19)[0],
    ip: answer?.attributes['Framed-IP-Address'],
  });
  const PLAN = { code: 'Access-Accept', rate: '10000k/20000k', pool: undefined, list: undefined, ip: undefined };
  const REDUCED = { ...PLAN, rate: '128k/256k' };
  const BLOCKED = { ...REDUCED, pool: 'blocked_pool', list: 'blocked_pool' };
  const NOTHING = { code: 'Access-Reject', rate: undefined, pool: undefined, list: undefined, ip: undefined };

  const table: [string, ServiceOptions, typeof PLAN | typeof BLOCKED | typeof NOTHING][] = [
    ['Active', { status: 'Active' }, PLAN],
    ['NP', { status: 'NP' }, REDUCED],
    ['NPD', { status: 'NPD' }, BLOCKED],
    ['Suspend', { status: 'Suspend' }, BLOCKED],
    ['NewRequest', { status: 'NewRequest' }, NOTHING],
    ['prepaid and valid to this day', { prepaidPostpaid: 'Prepaid', validUpto: dayFromToday(0) }, PLAN],
    ['prepaid and valid to the day before', { prepaidPostpaid: 'Prepaid', validUpto: dayFromToday(-1) }, BLOCKED],
    ['postpaid whose period is not renewed yet', { validUpto: dayFromToday(-1) }, PLAN],
  ];
  for (const [name, options, expected] of table) {
    it(`${name} gives ${expected.code} ${expected.rate ?? ''} ${expected.pool ?? ''}`, async () => {
      const { username } = await makeService(db, plan, options);
      expect(attributesOf(await logIn(username))).toEqual(expected);
    });
  }

  it('exhausted data volume gives the blocked pool', async () => {
    const { username, id } = await makeService(db, plan);
    await db.pool.query('UPDATE radius.usage SET exhausted = true WHERE service_id = $1', [id]);
    await until(async () => attributesOf(await logIn(username)).pool === 'blocked_pool');
  });

  it('an ISP may reject instead of blocking, with the reason', async () => {
    const strict = await makeIsp(db, { settings: { blockedMode: 'reject' } });
    const { username } = await makeService(db, await makePlan(db, strict), { status: 'Suspend' });
    const strictNas = await TestNas.open(await makeNas(db, strict));
    try {
      await until(
        async () => (await strictNas.exchange(server.authPort, strictNas.accessRequest(pap(username)), 1_000)) !== null,
      );
      const answer = await strictNas.ask(server.authPort, strictNas.accessRequest(pap(username)));
      expect(answer?.code).toBe('Access-Reject');
      expect(answer?.attributes['Reply-Message']).toBe('the service is suspended');
    } finally {
      strictNas.close();
    }
  });
});

describe('the NAS', () => {
  it('that is unknown gets no answer and is listed', async () => {
    const stranger = await TestNas.open({ ip: '127.9.9.9' });
    const request = stranger.accessRequest([...pap('alice'), ['NAS-Identifier', 'tower-7']]);
    expect(await stranger.silence(server.authPort, request)).toBeNull();
    stranger.close();
    const seen = () =>
      query<{ packets: number; last_identifier: string }>(
        db.pool,
        sql`SELECT packets, last_identifier FROM radius.unknown_nas WHERE ip = '127.9.9.9'`,
      );
    await until(async () => (await seen()).length === 1);
    expect(await seen()).toEqual([{ packets: 1, last_identifier: 'tower-7' }]);
  });

  it('with a wrong secret gets no answer to a signed request', async () => {
    const { username } = await makeService(db, plan);
    const wrong = await TestNas.open(nasRow, 'another secret');
    expect(await wrong.silence(server.authPort, wrong.accessRequest(pap(username)))).toBeNull();
    wrong.close();
  });

  it('of another reseller is rejected, one shared with the reseller is accepted', async () => {
    const [own, other] = [await makeReseller(db, isp), await makeReseller(db, isp)];
    const { username } = await makeService(db, plan, { resellerId: own.id });
    const foreign = await TestNas.open(await makeNas(db, isp, { resellerId: other.id }));
    const answer = await until(
      async () => (await foreign.exchange(server.authPort, foreign.accessRequest(pap(username)), 1_000)) !== null,
    ).then(() => foreign.ask(server.authPort, foreign.accessRequest(pap(username))));
    expect(answer?.code).toBe('Access-Reject');
    expect((await logIn(username))?.code).toBe('Access-Accept');
    foreign.close();
  });

  it('that has sent a Message-Authenticator must always send one', async () => {
    const row = await makeNas(db, isp);
    const learner = await TestNas.open(row);
    const { username } = await makeService(db, plan);
    await until(
      async () =>
        (await learner.exchange(server.authPort, learner.accessRequest(pap(username), { sign: false }), 1_000)) !==
        null,
    );
    expect((await learner.ask(server.authPort, learner.accessRequest(pap(username))))?.code).toBe('Access-Accept');
    expect(await learner.silence(server.authPort, learner.accessRequest(pap(username), { sign: false }))).toBeNull();
    await until(
      async () =>
        (await db.prisma.nas.findUniqueOrThrow({ where: { id: row.id } })).messageAuthenticatorSeenAt !== null,
    );
    learner.close();
  });

  it('gets an answer to Status-Server', async () => {
    for (const port of [server.authPort, server.acctPort]) {
      expect((await nas.exchange(port, nas.statusServer()))?.[0]).toBe(port === server.authPort ? 2 : 5);
    }
  });

  it('gets its Proxy-State back', async () => {
    const { username } = await makeService(db, plan);
    const answer = await logIn(username, undefined, [
      ['Proxy-State', Buffer.from('one')],
      ['Proxy-State', Buffer.from('two')],
    ]);
    expect(answer?.raw_attributes.filter(([type]) => type === 33).map(([, value]) => value.toString())).toEqual([
      'one',
      'two',
    ]);
  });
});

describe('a retransmission', () => {
  it('gets the same octets, and is one log-in', async () => {
    const { username } = await makeService(db, plan);
    const request = nas.accessRequest(pap(username));
    const first = await nas.exchange(server.authPort, request);
    await db.prisma.service.update({
      where: {
        ispId_id: { ispId: isp.id, id: (await db.prisma.service.findFirstOrThrow({ where: { username } })).id },
      },
      data: { status: 'NPD' },
    });
    const second = await nas.exchange(server.authPort, request);
    expect(second).toEqual(first);
    await lastLogged(username);
    const [{ count } = { count: 0 }] = await query<{ count: number }>(
      db.pool,
      sql`SELECT count(*) FROM radius.auth_log WHERE username = ${username}`,
    );
    expect(count).toBe(1);
  });

  it('with the same identifier but another authenticator is another request', async () => {
    const { username } = await makeService(db, plan);
    const first = nas.accessRequest(pap(username));
    const second = nas.accessRequest(pap(username, 'wrong'));
    second[1] = first[1] ?? 0;
    expect((await nas.exchange(server.authPort, first))?.[0]).toBe(2);
    expect((await nas.exchange(server.authPort, first))?.[0]).toBe(2);
    const other = radius.encode({
      code: 'Access-Request',
      secret: nas.secret,
      identifier: first[1] ?? 0,
      attributes: pap(username, 'wrong'),
      add_message_authenticator: true,
    });
    expect((await nas.exchange(server.authPort, other))?.[0]).toBe(3);
  });
});

describe('a change takes effect with the next packet', () => {
  it('of the password, the status, the plan and the name', async () => {
    const { id, username } = await makeService(db, plan);
    const change = (data: Parameters<typeof db.prisma.service.update>[0]['data']) =>
      db.prisma.service.update({ where: { ispId_id: { ispId: isp.id, id } }, data });
    expect((await logIn(username))?.code).toBe('Access-Accept');
    await change({ status: 'NP' });
    await until(async () => rate(await logIn(username))[0] === '128k/256k');
    await change({ status: 'Active', username: `${username}-new` });
    await until(async () => (await logIn(`${username}-new`))?.code === 'Access-Accept');
    await until(async () => (await logIn(username))?.code === 'Access-Reject');
    await change({ deletedAt: new Date() });
    await until(async () => (await logIn(`${username}-new`))?.code === 'Access-Reject');
  });

  it('of the rates of a plan', async () => {
    const own = await makePlan(db, isp);
    const { username } = await makeService(db, own);
    expect(rate(await logIn(username))).toEqual(['10000k/20000k']);
    await db.prisma.plan.update({ where: { id: own.id }, data: { bw1Dl: 50_000 } });
    await until(async () => rate(await logIn(username))[0] === '10000k/50000k');
  });
});

describe('the MAC address', () => {
  it('of the first log-in is bound, and another one is rejected', async () => {
    const { id, username } = await makeService(db, plan, { macBind: 'Auto' });
    expect((await logIn(username))?.code).toBe('Access-Accept');
    const bound = mac.toLowerCase().replaceAll('-', ':');
    mac = '02-99-99-99-99-99';
    expect((await logIn(username))?.attributes['Reply-Message']).toBe('the service is bound to another MAC address');
    await until(async () => (await db.prisma.service.findFirstOrThrow({ where: { id } })).mac === bound);
  });

  it.each([
    ['that is forgotten', { mac: null }],
    ['whose binding is asked for anew', { macBind: 'Auto' }],
  ])('%s while the binding of a log-in is being saved, the next log-in decides', async (_, change) => {
    const { id, username } = await makeService(db, plan, { macBind: 'Auto' });
    await db.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM crm.service WHERE id = ${id} FOR UPDATE`;
      expect((await logIn(username))?.code).toBe('Access-Accept');
      await lockWaits(db, 1, 'UPDATE crm.service s SET mac%');
      await tx.service.update({ where: { id }, data: change });
    });
    for (const type of ['Start', 'Stop'] as const) {
      const packet = accounting({ type, username, session: `m${id}`, at: Date.now() });
      expect((await nas.ask(server.acctPort, nas.accountingRequest(packet)))?.code).toBe('Accounting-Response');
    }
    mac = '02-99-99-99-99-98';
    await until(async () => (await logIn(username))?.code === 'Access-Accept');
    await until(async () => (await db.prisma.service.findFirstOrThrow({ where: { id } })).mac === '02:99:99:99:99:98');
  });

  it('that staff has set is the only one accepted', async () => {
    const { username } = await makeService(db, plan, { macBind: 'Manual', mac: '02:12:12:12:12:12' });
    expect((await logIn(username))?.code).toBe('Access-Reject');
    mac = '0212.1212.1212';
    expect((await logIn(username))?.code).toBe('Access-Accept');
  });
});

describe('one session per service', () => {
  const start = async (username: string, session: string, more: readonly Pair[] = []) => {
    const packet = accounting({
      type: 'Start',
      username,
      session,
      at: Date.now(),
      more: [['Calling-Station-Id', mac], ...more],
    });
    expect((await nas.ask(server.acctPort, nas.accountingRequest(packet)))?.code).toBe('Accounting-Response');
  };

  it('another device is rejected while a session is open, and accepted after it has ended', async () => {
    const { username } = await makeService(db, plan);
    await logIn(username);
    await start(username, 'one-1');
    const first = mac;
    mac = '02-AA-00-00-00-01';
    expect((await logIn(username))?.attributes['Reply-Message']).toContain(
      `another session is open on the NAS ${nas.ip}`,
    );
    const stop = accounting({
      type: 'Stop',
      username,
      session: 'one-1',
      at: Date.now(),
      more: [['Calling-Station-Id', first]],
    });
    await nas.ask(server.acctPort, nas.accountingRequest(stop));
    expect((await logIn(username))?.code).toBe('Access-Accept');
  });

  it('the same device takes over its own lost session, which ends when the new one starts', async () => {
    const { username } = await makeService(db, plan);
    await logIn(username);
    await start(username, 'two-1');
    expect((await logIn(username))?.code).toBe('Access-Accept');
    await start(username, 'two-2');
    const open = await query<{ acct_session_id: string; terminate_cause: string | null }>(
      db.pool,
      sql`SELECT acct_session_id, terminate_cause FROM radius.session WHERE username = ${username} ORDER BY id`,
    );
    expect(open).toEqual([
      { acct_session_id: 'two-1', terminate_cause: 'Taken-Over' },
      { acct_session_id: 'two-2', terminate_cause: null },
    ]);
  });

  it('a session that has ended in the database blocks no log-in', async () => {
    const { username } = await makeService(db, plan);
    await logIn(username);
    await start(username, 'three-1');
    await db.pool.query("UPDATE radius.session SET ended_at = now() WHERE acct_session_id = 'three-1'");
    mac = '02-AA-00-00-00-03';
    expect((await logIn(username))?.code).toBe('Access-Accept');
  });
});

describe('addresses', () => {
  it('a static address is granted, but not to a blocked service', async () => {
    const pool = await makeIpPool(db, isp);
    const options: ServiceOptions = { ipAssignment: 'StaticIP', ipPoolId: pool.id, staticip: pool.rangeFrom };
    const { id, username } = await makeService(db, plan, options);
    expect((await logIn(username))?.attributes['Framed-IP-Address']).toBe(pool.rangeFrom.replace('/32', ''));
    await db.prisma.service.update({ where: { ispId_id: { ispId: isp.id, id } }, data: { status: 'NPD' } });
    await until(async () => (await logIn(username))?.attributes['Framed-IP-Address'] === undefined);
  });

  it('an address of a pool is leased to one service at a time, returns to its last subscriber, and is released by the Stop', async () => {
    const pool = await makeIpPool(db, isp, { size: 2 });
    const services = await Promise.all(
      [1, 2, 3].map(() => makeService(db, plan, { ipAssignment: 'IPpool', ipPoolId: pool.id })),
    );
    const answers = await Promise.all(
      services.map(({ username }, at) =>
        nas.ask(
          server.authPort,
          nas.accessRequest([
            ['User-Name', username],
            ['User-Password', 'secret'],
            ['NAS-Port', at],
          ]),
        ),
      ),
    );
    const ips = answers.map((answer) => answer?.attributes['Framed-IP-Address']);
    expect(new Set(ips.filter(Boolean)).size).toBe(2);
    const without = ips.indexOf(undefined);
    expect(answers[without]?.attributes['Reply-Message']).toBe('the IP pool has no free address');
    const with1 = ips.findIndex(Boolean);
    const { username } = services[with1] as (typeof services)[0];
    const ip = ips[with1];
    const stop = accounting({
      type: 'Stop',
      username,
      session: 'lease',
      at: Date.now(),
      more: [
        ['Class', answers[with1]?.attributes.Class as Buffer],
        ['Framed-IP-Address', ip as string],
      ],
    });
    await nas.ask(server.acctPort, nas.accountingRequest(stop));
    const third = await logIn((services[without] as (typeof services)[0]).username);
    expect(third?.attributes['Framed-IP-Address']).toBe(ip);
  });
});
