import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { Credential } from '../../src/radius/authentication/credential.ts';
import { challengeHash, challengeResponse } from '../../src/radius/authentication/ms-chap.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { identity, msChapAnswer, seen, successAcknowledged } from './authentication/eap/supplicant.ts';
import { accounting } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const other = await makeIsp(db);
const rows = {
  one: await makeNas(db, isp),
  two: await makeNas(db, isp),
  other: await makeNas(db, other),
};
const server = await startTestServer(db);
const nases = new Map<keyof typeof rows, TestNas>();
beforeAll(async () => {
  for (const [name, row] of Object.entries(rows)) nases.set(name as keyof typeof rows, await TestNas.open(row));
});
afterAll(() => {
  for (const nas of nases.values()) nas.close();
});

const nas = (name: keyof typeof rows = 'one') => nases.get(name) as TestNas;

type Rule = { ispId?: number; nasId?: number; form?: string; realm: string; action?: string };

/** The rules of the ISP from now on. */
async function rule(...rules: Rule[]): Promise<void> {
  await db.prisma.realmRule.deleteMany({});
  for (const each of rules)
    await db.prisma.realmRule.create({ data: { ispId: isp.id, form: 'user@realm', action: 'strip', ...each } });
  await until(() => server.network.caughtUp());
}

const ask = (attributes: Pair[], at: TestNas = nas()) => at.ask(server.authPort, at.accessRequest(attributes));
const pap = async (username: string, at?: TestNas) =>
  (
    await ask(
      [
        ['User-Name', username],
        ['User-Password', 'secret'],
      ],
      at,
    )
  )?.code;

const METHODS: Readonly<Record<string, (name: string) => Promise<Decoded | null>>> = {
  PAP: (name) =>
    ask([
      ['User-Name', name],
      ['User-Password', 'secret'],
    ]),
  CHAP: (name) => {
    const authenticator = randomBytes(16);
    const digest = createHash('md5').update(Buffer.of(7)).update('secret').update(authenticator).digest();
    const attributes: Pair[] = [
      ['User-Name', name],
      ['CHAP-Password', Buffer.concat([Buffer.of(7), digest])],
    ];
    return nas().ask(server.authPort, nas().accessRequest(attributes, { authenticator }));
  },
  'MS-CHAPv2 over the whole name': (name) => msChapV2(name, name),
  'MS-CHAPv2 over the name without a domain': (name) => msChapV2(name, name.slice(name.lastIndexOf('\\') + 1)),
  'EAP-MSCHAPv2': eap,
};

function msChapV2(name: string, hashed: string): Promise<Decoded | null> {
  const exchange = {
    authenticatorChallenge: randomBytes(16),
    peerChallenge: randomBytes(16),
    ntResponse: Buffer.alloc(24),
    userName: Buffer.from(hashed),
  };
  const ntResponse = challengeResponse(challengeHash(exchange), new Credential('secret').ntHash);
  const response = Buffer.concat([Buffer.of(5, 0), exchange.peerChallenge, Buffer.alloc(8), ntResponse]);
  const values: [number, Buffer][] = [
    [11, exchange.authenticatorChallenge],
    [25, response],
  ];
  return ask([
    ['User-Name', name],
    ['Vendor-Specific', 311, values],
  ]);
}

async function eap(name: string): Promise<Decoded | null> {
  let state: Buffer | undefined;
  const say = async (message: Buffer) => {
    const answer = await ask([
      ['User-Name', name],
      ['EAP-Message', message],
      ...(state ? ([['State', state]] as Pair[]) : []),
    ]);
    const octets = (type: number) =>
      Buffer.concat((answer?.raw_attributes ?? []).filter(([each]) => each === type).map(([, value]) => value));
    state = octets(24);
    return { answer, eap: seen(octets(79)) };
  };
  const offer = await say(identity(name));
  const proven = await say(msChapAnswer(offer.eap, { name, password: 'secret' }).message);
  return (await say(successAcknowledged(proven.eap))).answer;
}

describe('a log-in with a realm that is stripped', () => {
  it.each(Object.keys(METHODS))('by %s is that of the name without it, in every form', async (method) => {
    await rule({ realm: 'Lab.example' }, { form: 'realm\\user', realm: '*' }, { form: 'realm/user', realm: 'lab' });
    for (const name of ['%@lab.EXAMPLE', 'ANY\\%', 'lab/%']) {
      const { username } = await makeService(db, plan);
      const answer = await METHODS[method]?.(name.replace('%', username));
      expect([name, answer?.code]).toEqual([name, 'Access-Accept']);
    }
  });

  it('is kept as sent in sessions and logs, and counts for the service, with and without Class', async () => {
    await rule({ realm: 'lab.example' });
    for (const [session, isReturned] of [
      ['with', true],
      ['without', false],
    ] as const) {
      const { id, username } = await makeService(db, plan);
      const name = `${username}@lab.example`;
      const answer = await METHODS.PAP?.(name);
      const more: Pair[] = isReturned ? [['Class', answer?.attributes.Class as Buffer]] : [];
      for (const type of ['Start', 'Interim-Update', 'Stop'] as const) {
        const usage = { seconds: 60, up: 1000, down: 2000 };
        const packet = accounting({ type, username: name, session, at: Date.now(), ...usage, more });
        await nas().ask(server.acctPort, nas().accountingRequest(packet));
      }
      const found = await query(
        db.pool,
        sql`SELECT s.username, s.service_id = ${id} AS own, u.in_bytes::int AS up, s.ended_at IS NOT NULL AS ended
            FROM radius.session s JOIN radius.usage u ON u.service_id = ${id} WHERE s.acct_session_id = ${session}`,
      );
      expect(found).toEqual([{ username: name, own: true, up: 1000, ended: true }]);
      await until(async () => {
        const logged = await query(
          db.pool,
          sql`SELECT FROM radius.auth_log WHERE username = ${name} AND service_id = ${id} AND response = 'Access-Accept'`,
        );
        return logged.length === 1;
      });
    }
  });

  it('is disconnected by the name as sent', async () => {
    await rule({ realm: 'lab.example' });
    const coa = await CoaNas.open(rows.one.ip);
    await db.prisma.nas.update({ where: { id: rows.one.id }, data: { coaPort: coa.port } });
    await until(() => server.network.caughtUp());
    const session = { nasId: rows.one.id, username: 'carol@lab.example', acctSessionId: 'x', framedIp: null };
    await server.network.disconnect(session);
    expect(coa.packets[0]?.text(1)).toBe('carol@lab.example');
    coa.close();
  });
});

describe('whose a name with a realm is', () => {
  it('is decided by an exact username first, then by the NAS, then by the ISP', async () => {
    await makeService(db, plan, { username: 'dora' });
    const plain = await makeService(db, plan);
    const exact = await makeService(db, plan, { username: 'dora@x', password: 'another' });
    await rule({ realm: 'x' });
    const log = (password: string) =>
      ask([
        ['User-Name', 'dora@x'],
        ['User-Password', password],
      ]);
    expect((await log('another'))?.code).toBe('Access-Accept');
    expect((await log('secret'))?.code).toBe('Access-Reject');
    await db.prisma.service.update({ where: { id: exact.id }, data: { username: 'elsewhere' } });
    await until(() => server.network.caughtUp());
    expect((await log('secret'))?.code).toBe('Access-Accept');
    await rule({ realm: 'x' }, { nasId: rows.two.id, realm: '*', action: 'reject' });
    expect(await pap('dora@x', nas('two'))).toBe('Access-Reject');
    expect(await pap('dora@x')).toBe('Access-Accept');
    expect(await pap(plain.username, nas('two'))).toBe('Access-Accept');
  });

  it('is nobody’s without a rule, with `keep`, and with `reject`, of which the log says the reason', async () => {
    const { username } = await makeService(db, plan);
    const name = `${username}@y`;
    await rule();
    expect(await pap(name)).toBe('Access-Reject');
    await rule({ realm: '*' }, { realm: 'y', action: 'keep' });
    expect(await pap(name)).toBe('Access-Reject');
    await rule({ realm: 'y', action: 'reject' });
    expect(await pap(name)).toBe('Access-Reject');
    await until(async () => {
      const found = await query<{ reason: string }>(
        db.pool,
        sql`SELECT reason FROM radius.auth_log WHERE username = ${name} ORDER BY id DESC LIMIT 1`,
      );
      return found[0]?.reason === 'the realm y is rejected';
    });
  });

  it('is never a subscriber of another ISP', async () => {
    await makeService(db, plan, { username: 'carol' });
    await rule({ realm: '*' }, { ispId: other.id, realm: '*' });
    expect(await pap('carol@x')).toBe('Access-Accept');
    expect(await pap('carol@x', nas('other'))).toBe('Access-Reject');
    expect(await pap('carol', nas('other'))).toBe('Access-Reject');
    const packet = accounting({ type: 'Start', username: 'carol@x', session: 'foreign', at: Date.now() });
    await nas('other').ask(server.acctPort, nas('other').accountingRequest(packet));
    const [row] = await query(
      db.pool,
      sql`SELECT service_id, isp_id FROM radius.session WHERE acct_session_id = 'foreign'`,
    );
    expect(row).toEqual({ service_id: null, isp_id: other.id });
  });

  it('is found where the names are not in memory yet', async () => {
    await rule({ realm: 'lab.example' });
    const { id } = await makeService(db, plan, { username: 'ümit' });
    expect(await pap('ÜMIT@lab.example')).toBe('Access-Accept');
    expect(id).toBeGreaterThan(0);
  });
});
