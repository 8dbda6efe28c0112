import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeIpPool, makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp, makeReseller } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, type Packet, storedSessions, storedUsage } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { openRecorder, recordOf } from './fixtures/recorder.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { Subscriber } from './fixtures/subscriber.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const [ours, theirs] = [await makeReseller(db, isp), await makeReseller(db, isp)];
const plan = await makePlan(db, isp);
const [home, foreign, shared] = [
  await makeNas(db, isp, { resellerId: ours.id }),
  await makeNas(db, isp, { resellerId: theirs.id }),
  await makeNas(db, isp, { shareAll: false }),
];
const neighbour = await makeService(db, plan, { resellerId: ours.id });
const server = await startTestServer(db);
const recorder = openRecorder(db);
let nas: { home: TestNas; foreign: TestNas; shared: TestNas };
let service: Awaited<ReturnType<typeof makeService>>;
let session: string;

beforeAll(async () => {
  nas = { home: await TestNas.open(home), foreign: await TestNas.open(foreign), shared: await TestNas.open(shared) };
});
afterAll(() => {
  for (const each of Object.values(nas)) each.close();
});
beforeEach(async () => {
  service = await makeService(db, plan, { resellerId: ours.id });
  session = `f${nextNumber()}`;
  // From now on it is in memory.
  expect(await logIn(nas.foreign)).toBe('Access-Reject');
});

const MB = 2 ** 20;
const T = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const NOTHING = { up: '0', down: '0', days: {} };

async function report(from: TestNas, packet: Partial<Packet> & Pick<Packet, 'type'>): Promise<void> {
  const whole = { username: service.username, session, at: T + (packet.seconds ?? 0) * 1000, ...packet };
  const answer = await from.ask(server.acctPort, from.accountingRequest(accounting(whole)));
  expect(answer?.code).toBe('Accounting-Response');
}

async function logIn(from: TestNas, { username } = service): Promise<string | undefined> {
  const attributes: Pair[] = [
    ['User-Name', username],
    ['User-Password', 'secret'],
    ['Calling-Station-Id', '02-00-00-00-00-01'],
  ];
  return (await from.ask(server.authPort, from.accessRequest(attributes)))?.code;
}

const claim = (): Pair[] => [['Class', Buffer.from(`lm:${service.id}:forged`)]];
const online = () => db.prisma.session.count({ where: { serviceId: service.id, endedAt: null } });

async function share(isShared: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.nasShare.deleteMany({ where: { nasId: shared.id } });
    const row = { nasId: shared.id, resellerId: ours.id, ispId: isp.id };
    if (isShared) await tx.nasShare.create({ data: row });
  });
  const wanted = isShared ? 'Access-Accept' : 'Access-Reject';
  await until(async () => (await logIn(nas.shared, neighbour)) === wanted);
}

describe('a record for a service that the NAS does not serve', () => {
  it.each([
    ['by name', () => []],
    ['by a Class', claim],
  ])('is recorded as of an unknown user and does not count: %s', async (_, more) => {
    await report(nas.foreign, { type: 'Start', more: more() });
    expect(await online()).toBe(0);
    expect(await logIn(nas.home)).toBe('Access-Accept');
    await report(nas.foreign, { type: 'Interim-Update', seconds: 300, up: MB, down: MB, more: more() });
    await report(nas.foreign, { type: 'Stop', seconds: 600, up: 2 * MB, down: 2 * MB, more: more() });
    expect(await storedSessions(db, session)).toMatchObject([{ service_id: null, up: String(2 * MB) }]);
    expect(
      await query(db.pool, sql`SELECT reseller_id FROM radius.session WHERE acct_session_id = ${session}`),
    ).toEqual([{ reseller_id: null }]);
    expect(await storedUsage(db, service.id)).toEqual(NOTHING);
  });

  it('does not count while the service is not in memory', async () => {
    const identity = { service, session, nas: foreign, startedAt: T };
    const more = { serviceId: null, seconds: 60, upBytes: 10n, downBytes: 30n };
    await recorder.record([recordOf(identity, more)]);
    await recorder.record([recordOf({ ...identity, nas: home, session: `${session}h` }, more)]);
    expect(await storedSessions(db, session)).toMatchObject([{ service_id: null }]);
    expect(await storedSessions(db, `${session}h`)).toMatchObject([{ service_id: service.id }]);
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '10', down: '30' });
  });

  it('takes over no session and releases no lease', async () => {
    const pool = await makeIpPool(db, isp, { resellerId: ours.id });
    await db.prisma.service.update({ where: { id: service.id }, data: { ipAssignment: 'IPpool', ipPoolId: pool.id } });
    const subscriber = new Subscriber(server, nas.home, service);
    await until(async () => (await subscriber.logIn())?.attributes['Framed-IP-Address'] !== undefined);
    const { attributes } = await subscriber.connect();
    const ip = attributes['Framed-IP-Address'] as string;
    const more: Pair[] = [
      ['Class', attributes.Class as Buffer],
      ['Framed-IP-Address', ip],
    ];
    await report(nas.foreign, { type: 'Start', at: Date.now(), more });
    await report(nas.foreign, { type: 'Stop', at: Date.now(), more });
    expect(await storedSessions(db, subscriber.session)).toMatchObject([{ ended_at: null, service_id: service.id }]);
    expect(await db.prisma.ipAddress.count({ where: { leasedTo: service.id, ip } })).toBe(1);
    await subscriber.use(7);
    expect(await storedUsage(db, service.id)).toMatchObject({ down: '7' });
  });
});

describe('a session whose NAS no longer serves its service', () => {
  it('ends at its last update, and later records of it do not count', async () => {
    await share(true);
    await report(nas.shared, { type: 'Start' });
    await report(nas.shared, { type: 'Interim-Update', seconds: 300, up: 10, down: 100 });
    await share(false);
    await report(nas.shared, { type: 'Interim-Update', seconds: 600, up: 20, down: 5 * MB });
    expect(await storedSessions(db, session)).toMatchObject([
      { service_id: service.id, up: '10', down: '100', ended_at: new Date(T + 300_000), terminate_cause: 'Not-Served' },
    ]);
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '10', down: '100' });
    expect(await logIn(nas.home)).toBe('Access-Accept');
  });

  it('continues when its NAS serves it again, and counts from there', async () => {
    await share(true);
    await report(nas.shared, { type: 'Interim-Update', seconds: 300, up: 10, down: 100 });
    await share(false);
    await report(nas.shared, { type: 'Interim-Update', seconds: 600, up: 20, down: 200 });
    await share(true);
    await report(nas.shared, { type: 'Interim-Update', seconds: 900, up: 23, down: 204 });
    expect(await storedSessions(db, session)).toMatchObject([{ up: '13', down: '104', ended_at: null }]);
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '13', down: '104' });
  });

  it('is found by the service it started with, whatever its name is now', async () => {
    const identity = { service, session, nas: home, startedAt: T };
    await recorder.record([recordOf(identity, { seconds: 60, upBytes: 10n, downBytes: 30n, resellerId: ours.id })]);
    const { customerId } = service;
    await db.prisma.customer.update({ where: { id: customerId }, data: { resellerId: theirs.id } });
    await db.prisma.service.update({
      where: { id: service.id },
      data: { username: `gone${nextNumber()}`, resellerId: theirs.id },
    });
    await recorder.record([recordOf(identity, { serviceId: null, seconds: 120, upBytes: 20n, downBytes: 60n })]);
    expect(await storedSessions(db, session)).toMatchObject([{ up: '10', terminate_cause: 'Not-Served' }]);
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '10', down: '30' });
  });
});
