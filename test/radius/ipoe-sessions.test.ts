import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disconnect } from '../../src/areas/network/sessions/disconnect.ts';
import { explainUser } from '../../src/areas/network/sessions/explain.ts';
import { lastOnline } from '../../src/areas/network/sessions/last-online.ts';
import { sessionStatus } from '../../src/areas/network/sessions/status.ts';
import { runList } from '../../src/core/list/index.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { execute, sql } from '../../src/db/sql.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, storedSessions, storedUsage } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import { agent, identify, juniperDhcp, mikrotikDhcp } from './fixtures/ipoe.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp, { bw2Dl: 2_000, bw2Ul: 1_000 });
const coa = await CoaNas.open('127.2.7.1');
const row = await makeNas(db, isp, { ip: coa.ip, coaPort: coa.port, ipoe: true });
const plainRow = await makeNas(db, isp);
const server = await startTestServer(db);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(row);
});
afterAll(() => {
  nas.close();
  coa.close();
});

/** A service of a new line, and a device there. */
async function subscriber() {
  const number = nextNumber();
  const one = await makeService(db, plan, { protocol: 'IPoE' });
  const mac = `02:0b:00:00:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`;
  const circuitId = `line ${number}`;
  await identify({ db, server }, one, { circuitId });
  return { one, mac, circuitId, session: `i${number}`, username: mac.toUpperCase() };
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>;

/** Accounting of RouterOS, without Class unless given. */
async function account(
  type: 'Start' | 'Interim-Update' | 'Stop',
  { mac, circuitId, session, username }: Subscriber,
  { seconds = 0, down = 0, more = [] as Pair[] } = {},
): Promise<void> {
  const at = START + seconds * 1000;
  const line: Pair[] = [['Calling-Station-Id', `1:${mac}`], agent(circuitId), ...more];
  const attributes = accounting({ type, username, session, at, seconds, down, more: line });
  const answer = await nas.ask(server.acctPort, nas.accountingRequest(attributes));
  if (answer?.code !== 'Accounting-Response') throw new Error(`the ${type} was not answered`);
}
const START = Date.now() - 600_000;

async function logIn({ mac, circuitId }: Subscriber): Promise<Pair> {
  const answer = await nas.ask(server.authPort, nas.accessRequest(mikrotikDhcp(mac, [agent(circuitId)])));
  if (answer?.code !== 'Access-Accept') throw new Error('not let in');
  return ['Class', answer.attributes.Class as Buffer];
}

describe('accounting of an IPoE session counts for its service', () => {
  it('by Class, by the identity, and by the MAC address that the NAS gives as name', async () => {
    const [byClass, byLine] = [await subscriber(), await subscriber()];
    const returned = await logIn(byClass);
    await account('Start', { ...byClass, circuitId: 'unknown' }, { more: [returned] });
    await account('Interim-Update', { ...byClass, circuitId: 'unknown' }, { seconds: 60, down: 700, more: [returned] });
    expect((await storedUsage(db, byClass.one.id)).down).toBe('700');
    await account('Start', byLine);
    await account('Interim-Update', byLine, { seconds: 60, down: 900 });
    await account('Stop', byLine, { seconds: 90, down: 1_000 });
    expect((await storedUsage(db, byLine.one.id)).down).toBe('1000');
    const [stored] = await storedSessions(db, byLine.session);
    expect(stored).toMatchObject({ service_id: byLine.one.id, username: byLine.username, mac: byLine.mac });
    const byMac = await subscriber();
    await identify({ db, server }, byMac.one, { mac: byMac.mac });
    await account('Start', { ...byMac, circuitId: 'elsewhere' });
    expect((await storedSessions(db, byMac.session))[0]?.service_id).toBe(byMac.one.id);
  });

  it('but over PPP only by name', async () => {
    const one = await subscriber();
    await account('Start', one, { more: [['Framed-Protocol', 1]] });
    expect((await storedSessions(db, one.session))[0]?.service_id).toBeNull();
  });

  it('has the MAC address that Junos sends in an attribute of its own', async () => {
    const one = await subscriber();
    await identify({ db, server }, one.one, { mac: one.mac });
    const more = juniperDhcp(one.mac, [one.circuitId, 'r']).filter(([name]) => name === 'Vendor-Specific');
    const packet = accounting({ type: 'Start', username: 'composed', session: one.session, at: START, more });
    await nas.ask(server.acctPort, nas.accountingRequest(packet));
    expect(await storedSessions(db, one.session)).toMatchObject([{ service_id: one.one.id, mac: one.mac }]);
  });
});

describe('an open IPoE session', () => {
  it('follows its level by CoA, under the name that the NAS has given it', async () => {
    const one = await subscriber();
    const returned = await logIn(one);
    await account('Start', one, { more: [returned] });
    await execute(db.pool, sql`UPDATE radius.usage SET bw_level = 2 WHERE service_id = ${one.one.id}`);
    coa.takeRequests();
    coa.packets.splice(0);
    expect(await server.network.refresh(one.one.id)).toEqual({ result: 'acknowledged' });
    expect(coa.takeRequests()).toEqual([['CoA-Request', 'Mikrotik-Rate-Limit 1000k/2000k']]);
    expect(coa.packets[0]?.text(1)).toBe(one.username);
  });

  it('is the only one of its service', async () => {
    const one = await subscriber();
    await account('Start', one, { more: [await logIn(one)] });
    const elsewhere = mikrotikDhcp('02:0b:ff:ff:ff:01', [agent(one.circuitId)]);
    expect((await nas.ask(server.authPort, nas.accessRequest(elsewhere)))?.code).toBe('Access-Reject');
  });

  it('is found and disconnected by the username of its service, and by the name that the NAS has given it', async () => {
    const one = await subscriber();
    await account('Start', one, { more: [await logIn(one)] });
    const status = (username: string) =>
      runList(db, sessionStatus, { scope: wholeInstallation, zone: 'UTC', input: { username } } as never);
    expect(await status(one.one.username.toUpperCase())).toMatchObject([{ sessionid: one.session }]);
    expect(await status(one.username)).toMatchObject([{ sessionid: one.session }]);
    coa.packets.splice(0);
    const { network } = server;
    const ended = disconnect({ db, network, record: async () => undefined }, wholeInstallation, {
      username: one.one.username,
      force: false,
    });
    expect(await ended).toBe('done');
    expect(coa.packets.at(-1)?.text(1)).toBe(one.username);
  });

  it('was online last by either name, whatever its NAS called the one that ended last', async () => {
    const one = await subscriber();
    const last = async (username: string) => {
      const call = { scope: wholeInstallation, zone: 'UTC', input: { username } };
      return (await lastOnline(db, call))?.sessionid;
    };
    expect(await last(one.one.username)).toBeUndefined();
    const granted = await logIn(one);
    await account('Start', one, { more: [granted] });
    expect(await last(one.one.username)).toBeUndefined();
    await account('Stop', one, { seconds: 60, more: [granted] });
    expect(await last(one.one.username.toUpperCase())).toBe(one.session);
    expect(await last(one.username)).toBe(one.session);
    await execute(
      db.pool,
      sql`INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at, ended_at)
          SELECT isp_id, service_id, nas_id, nas_ip, ${one.one.username}, 'by name', started_at + make_interval(hours => 1),
            updated_at, ended_at + make_interval(hours => 2) FROM radius.session WHERE acct_session_id = ${one.session}`,
    );
    expect(await last(one.one.username)).toBe('by name');
    expect(await last(one.username)).toBe(one.session);
  });
});

describe('explain', () => {
  const explain = (input: Parameters<typeof explainUser>[2]) =>
    explainUser({ db, network: server.network }, wholeInstallation, input);

  it('finds the service of a line, by the most specific identity', async () => {
    const [one, other] = [await subscriber(), await subscriber()];
    await identify({ db, server }, other.one, { circuitId: one.circuitId, remoteId: 'r9' });
    await identify({ db, server }, other.one, { mac: one.mac });
    const { circuitId: circuit_id, mac } = one;
    const accepted = { response: 'Access-Accept', nasip: row.ip };
    expect(await explain({ circuit_id, mac })).toMatchObject({
      ...{ ...accepted, serviceid: one.one.id, identity: 'circuit', mac },
    });
    expect(await explain({ circuit_id, remote_id: 'r9' })).toMatchObject({
      ...{ ...accepted, serviceid: other.one.id, identity: 'circuit+remote' },
    });
    expect(await explain({ mac })).toMatchObject({ ...accepted, serviceid: other.one.id, identity: 'mac' });
    expect(await explain({ username: one.one.username })).toMatchObject({ identity: null });
  });

  it('says that a NAS may not present identities', async () => {
    const one = await subscriber();
    expect(await explain({ circuit_id: one.circuitId, nasip: plainRow.ip })).toMatchObject({
      ...{ response: 'Access-Reject', reason: 'the NAS may not send identities, because its ipoe is N' },
    });
    await expect(explain({ circuit_id: 'nowhere' })).rejects.toThrow('nowhere');
    await expect(explain({})).rejects.toThrow('username');
  });

  it('shows the last log-in of a service that logs in by its line', async () => {
    const one = await subscriber();
    await logIn(one);
    await expect.poll(async () => (await explain({ username: one.one.username })).last_response).toBe('Access-Accept');
  });
});
