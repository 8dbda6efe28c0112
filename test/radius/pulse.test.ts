import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REJECT_KINDS } from '../../src/areas/network/series/vocabulary.ts';
import { createLog } from '../../src/config/log.ts';
import { query, sql } from '../../src/db/sql.ts';
import type { NasFacts } from '../../src/radius/state/directory/nas.ts';
import { Pulse } from '../../src/radius/state/pulse/pulse.ts';
import { PulseWriter } from '../../src/radius/state/pulse/pulse-writer.ts';
import { rejectKindOf } from '../../src/radius/state/pulse/reject-kind.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp, makeReseller } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const reseller = await makeReseller(db, isp);
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db, { pulseMs: 50 });
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const logIn = (username: string, password = 'secret') =>
  nas.ask(
    server.authPort,
    nas.accessRequest([
      ['User-Name', username],
      ['User-Password', password],
    ]),
  );

interface Sums {
  reseller_id: number;
  accepts: number;
  wrong_password: number;
  unknown_user: number;
  not_entitled: number;
}

const sums = () =>
  query<Sums>(
    db.pool,
    sql`SELECT reseller_id, sum(accepts)::int AS accepts, sum(wrong_password)::int AS wrong_password,
          sum(unknown_user)::int AS unknown_user, sum(not_entitled)::int AS not_entitled
        FROM radius.pulse WHERE isp_id = ${isp.id} GROUP BY 1 ORDER BY 1`,
  );

describe('what happens on the network', () => {
  it('is counted by tenant and kind of reason, and written', async () => {
    const own = await makeService(db, plan);
    const resold = await makeService(db, plan, { resellerId: reseller.id });
    const early = await makeService(db, plan, { status: 'NewRequest' });
    await until(async () => (await logIn(own.username))?.code === 'Access-Accept');
    const [before] = await sums();
    await logIn(resold.username);
    await logIn(resold.username, 'wrong');
    await logIn('nobody');
    await logIn(early.username);
    const accepts = (before?.accepts ?? 0) + 1;
    await until(async () => (await sums()).some(({ not_entitled }) => not_entitled === 1));
    expect(await sums()).toEqual([
      expect.objectContaining({ reseller_id: 0, wrong_password: 1, unknown_user: 1, not_entitled: 1 }),
      { reseller_id: reseller.id, accepts: 1, wrong_password: 1, unknown_user: 0, not_entitled: 0 },
    ]);
    expect((await sums())[0]?.accepts).toBeGreaterThanOrEqual(accepts);
  });

  it('shows when a NAS was heard, and how it answered', async () => {
    const service = await makeService(db, plan);
    const start = accounting({ username: service.username, session: 'p1', type: 'Start', at: Date.now() });
    await nas.ask(server.acctPort, nas.accountingRequest(start));
    await server.network.disconnect({
      nasId: nasRow.id,
      username: service.username,
      acctSessionId: 'p1',
      framedIp: null,
    });
    const read = () => db.prisma.nasHeard.findUnique({ where: { nasId: nasRow.id } });
    await until(async () => (await read())?.acctAt != null);
    const heard = await read();
    const age = (at: Date | null | undefined) => Date.now() - (at?.getTime() ?? 0);
    expect(age(heard?.authAt)).toBeLessThan(60_000);
    expect(age(heard?.acctAt)).toBeLessThan(60_000);
    const answers = async () =>
      (await db.prisma.nasPulse.findMany({ where: { nasId: nasRow.id } })).reduce(
        (all, { accepts, rejects, unanswered }) => ({
          accepts: all.accepts + accepts,
          rejects: all.rejects + rejects,
          unanswered: all.unanswered + unanswered,
        }),
        { accepts: 0, rejects: 0, unanswered: 0 },
      );
    await until(async () => (await answers()).unanswered === 1);
    expect(await answers()).toMatchObject({ rejects: 3, unanswered: 1 });
  });

  it('shows addresses and session times that cannot be, and no others', async () => {
    const service = await makeService(db, plan);
    const report = async (ip: string, seconds: number, type: 'Interim-Update' | 'Stop' = 'Interim-Update') => {
      const usage = { username: service.username, session: 'p3', type, at: Date.now(), seconds };
      const packet = accounting({ ...usage, more: [['Framed-IP-Address', ip]] });
      await nas.ask(server.acctPort, nas.accountingRequest(packet));
    };
    const read = () => db.prisma.nasHeard.findUnique({ where: { nasId: nasRow.id } });
    for (const ip of ['100.64.3.3', '0.0.0.0', '255.255.255.254', '255.255.255.255']) await report(ip, 400 * 86_400);
    const before = Date.now();
    await until(async () => ((await read())?.interimAt?.getTime() ?? 0) > before - 1_000);
    expect(await read()).toMatchObject({ badAddressAt: null, badSessionTimeAt: null });
    await report('127.0.0.1', 60);
    await until(async () => (await read())?.badAddressAt != null);
    expect(await read()).toMatchObject({ badSessionTimeAt: null });
    await report('100.64.3.3', 0xffff_fff0);
    await until(async () => (await read())?.badSessionTimeAt != null);
    await report('100.64.3.3', 60, 'Stop');
  });

  it('shows interims, packets that its secret does not prove, and the clock of a NAS', async () => {
    const stranger = await TestNas.open(nasRow, 'another secret');
    const service = await makeService(db, plan);
    const interim = { username: service.username, session: 'p2', type: 'Interim-Update' as const, at: Date.now() };
    await nas.ask(server.acctPort, nas.accountingRequest(accounting(interim)));
    await stranger.silence(server.acctPort, stranger.accountingRequest(accounting(interim)));
    const read = () => db.prisma.nasHeard.findUnique({ where: { nasId: nasRow.id } });
    await until(async () => (await read())?.unauthenticAt != null && (await read())?.interimAt != null);
    expect(Math.abs((await read())?.clockAheadS ?? Number.NaN)).toBeLessThan(60);
    expect(await read()).toMatchObject({ unsignedAt: null });
    const ahead = { ...interim, type: 'Stop' as const, at: Date.now() + 7_200_000 };
    await nas.ask(server.acctPort, nas.accountingRequest(accounting(ahead)));
    await until(async () => Math.abs(((await read())?.clockAheadS ?? 0) - 7200) < 60);
    await nas.silence(
      server.authPort,
      nas.accessRequest(
        [
          ['User-Name', 'x'],
          ['EAP-Message', Buffer.of(2, 1, 0, 6, 1, 120)],
        ],
        { sign: false },
      ),
    );
    await until(async () => (await read())?.unsignedAt != null);
    stranger.close();
  });

  it('shows packets per second', async () => {
    await logIn('nobody');
    await until(async () => (await server.metric('lastmile_radius_packets_per_second')) >= 0);
  });
});

describe('counts in memory', () => {
  const facts = { id: nasRow.id, isp: { id: isp.id }, resellerId: null } as NasFacts;
  const log = createLog('silent');
  const minute = new Date('2026-02-01T10:00:00Z');
  const writerOf = (pulse: Pulse, pool = db.pool) =>
    new PulseWriter({ pulse, pool, log, now: () => minute.getTime() + 20_000, showRate: () => undefined });
  const stored = () => db.prisma.pulse.findMany({ where: { ispId: isp.id, minute }, orderBy: { resellerId: 'asc' } });

  it('that could not be written for days still fit', async () => {
    const pulse = new Pulse();
    pulse.accept(facts, null);
    pulse.reject(facts, { resellerId: null }, 'wrong password');
    const huge = pulse.take();
    for (const count of [...huge.owners, ...huge.nases]) count.accepts = 2_000_000_000;
    for (const owner of huge.owners) owner.up = Number.MAX_SAFE_INTEGER;
    for (let lost = 0; lost < 3; lost++) pulse.restore(huge);
    await writerOf(pulse).stop();
    expect(await stored()).toMatchObject([{ resellerId: 0, wrongPassword: 3, up: 9_000_000_000_000_000n }]);
    expect(pulse.take()).toEqual({ owners: [], nases: [] });
    await db.prisma.pulse.deleteMany({ where: { ispId: isp.id, minute } });
  });

  it('of two nodes and of several writes in a minute add up', async () => {
    for (const resellerId of [null, reseller.id, reseller.id]) {
      const pulse = new Pulse();
      pulse.accept(facts, resellerId);
      pulse.reject(facts, { resellerId }, 'wrong password');
      pulse.transfer(isp.id, resellerId, { up: 5, down: 7_000_000_000 });
      const writer = writerOf(pulse);
      await writer.write();
      await writer.stop();
    }
    expect(await stored()).toMatchObject([
      { resellerId: 0, accepts: 3, wrongPassword: 3, up: 15n, down: 21_000_000_000n },
      { resellerId: reseller.id, accepts: 2, wrongPassword: 2, up: 10n, down: 14_000_000_000n },
    ]);
  });

  it('are kept until they can be written', async () => {
    const pulse = new Pulse();
    pulse.accept(facts, null);
    const broken = { query: () => Promise.reject(new Error('away')) } as unknown as typeof db.pool;
    const away = writerOf(pulse, broken);
    await away.stop();
    pulse.accept(facts, null);
    pulse.heardAuth(nasRow.id, minute.getTime());
    const before = (await stored())[0]?.accepts ?? 0;
    await writerOf(pulse).stop();
    expect((await stored())[0]?.accepts).toBe(before + 2);
  });

  it('of an ISP that has moved to another installation are dropped, and hold up no others', async () => {
    const pulse = new Pulse();
    const gone = { id: 2_000_000_000, isp: { id: 2_000_000_000 }, resellerId: null } as NasFacts;
    pulse.heardAcct(gone.id, minute.getTime());
    pulse.accept(gone, null);
    // As records from the journal of a node that was away meanwhile.
    pulse.transfer(gone.isp.id, null, { up: 1, down: 1 });
    pulse.accept(facts, null);
    const before = (await stored())[0]?.accepts ?? 0;
    await writerOf(pulse).stop();
    expect((await stored())[0]?.accepts).toBe(before + 1);
    expect(pulse.take()).toEqual({ owners: [], nases: [] });
  });

  it('of a clock are the most of a minute, since records may wait, and fit', async () => {
    const pulse = new Pulse();
    const at = minute.getTime();
    const stored = async () => (await db.prisma.nasHeard.findUnique({ where: { nasId: nasRow.id } }))?.clockAheadS;
    for (const ahead of [-5000, 2, -90]) pulse.heardClock(nasRow.id, at / 1000 + ahead, at);
    pulse.heardAcct(nasRow.id, at);
    await writerOf(pulse).stop();
    expect(await stored()).toBe(2);
    pulse.heardClock(nasRow.id, 4_294_967_295 + 4_294_967_295, at);
    pulse.heardAcct(nasRow.id, at);
    await writerOf(pulse).stop();
    expect(await stored()).toBe(2_000_000_000);
  });

  it('do not grow with what packets say', () => {
    const pulse = new Pulse();
    for (let packet = 0; packet < 1000; packet++) {
      pulse.heardAuth(facts.id, packet);
      pulse.reject(facts, undefined, `reason ${packet}`);
    }
    const { owners, nases } = pulse.take();
    expect(nases).toHaveLength(1);
    expect(owners).toEqual([
      {
        ispId: isp.id,
        resellerId: 0,
        accepts: 0,
        rejects: REJECT_KINDS.map((kind) => (kind === 'other' ? 1000 : 0)),
        up: 0,
        down: 0,
      },
    ]);
  });
});

describe('the reason of a reject', () => {
  it.each([
    ['wrong password', 'wrong_password'],
    ['unknown user', 'unknown_user'],
    ['the service has not begun yet', 'not_entitled'],
    ['the validity ended with 2026-01-31', 'not_entitled'],
    ['the service is bound to another MAC address', 'other_mac'],
    ['another session is open at 192.0.2.1', 'in_use'],
    ['the IP pool has no free address', 'no_address'],
    ['this NAS does not serve the reseller of the service', 'not_served'],
    ['the request has no username', 'other'],
    ['anything else', 'other'],
  ] as const)('%s is of kind %s', (reason, kind) => {
    expect(REJECT_KINDS[rejectKindOf(reason)]).toBe(kind);
  });
});
