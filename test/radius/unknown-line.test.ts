import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, type Packet } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const server = await startTestServer(db);
let coa: CoaNas;
let nas: TestNas;
let another: TestNas;
let username: string;

beforeAll(async () => {
  coa = await CoaNas.open('127.7.0.1');
  nas = await TestNas.open(await makeNas(db, isp, { ip: coa.ip, coaPort: coa.port }));
  another = await TestNas.open(await makeNas(db, isp));
  await until(async () => (await server.metric('lastmile_radius_nases')) === 2);
});
beforeEach(async () => {
  coa.requests.length = 0;
  ({ username } = await makeService(db, plan));
});
afterAll(() => {
  coa.close();
  nas.close();
  another.close();
});

function logIn(line: readonly Pair[] = [], from = nas): Promise<Decoded | null> {
  const request = from.accessRequest([['User-Name', username], ['User-Password', 'secret'], ...line]);
  return from.ask(server.authPort, request);
}

/** A record of the NAS; its Class is that of the answer, if the NAS returns one. */
async function report(
  type: Packet['type'],
  session: string,
  { of = null as Decoded | null, line = [] as Pair[] } = {},
) {
  const login: Pair[] = of === null ? [] : [['Class', of.attributes.Class as Buffer]];
  const packet = accounting({ type, username, session, at: Date.now(), more: [...login, ...line] });
  expect((await nas.ask(server.acctPort, nas.accountingRequest(packet)))?.code).toBe('Accounting-Response');
}

const sessions = () =>
  query<{ session: string; cause: string | null }>(
    db.pool,
    sql`SELECT acct_session_id AS session, terminate_cause AS cause FROM radius.session WHERE username = ${username} ORDER BY id`,
  );
const names = () => [`line${nextNumber()}`, `line${nextNumber()}`] as const;

describe('where a NAS sends neither MAC address nor port', () => {
  it('the last log-in wins, and the NAS is asked to end the previous session', async () => {
    const [first, second] = names();
    await report('Start', first, { of: await logIn() });
    const again = await logIn();
    expect(again?.code).toBe('Access-Accept');
    expect(coa.requests).toEqual([]);
    await report('Start', second, { of: again });
    expect(await sessions()).toEqual([
      { session: first, cause: 'Taken-Over' },
      { session: second, cause: null },
    ]);
    await until(() => coa.requests.length > 0);
    expect(coa.requests).toEqual([{ code: 'Disconnect-Request', attributes: [], session: first }]);
  });

  it('also if it returns no Class', async () => {
    const [first, second] = names();
    await logIn();
    await report('Start', first);
    await logIn();
    await report('Start', second);
    expect(await sessions()).toEqual([
      { session: first, cause: 'Taken-Over' },
      { session: second, cause: null },
    ]);
    await until(() => coa.requests.length > 0);
  });

  it('a log-in whose answer was lost may be repeated', async () => {
    for (let times = 0; times < 3; times++) expect((await logIn())?.code).toBe('Access-Accept');
  });

  it('a repeated Start ends nothing', async () => {
    const [first, second] = names();
    const login = await logIn();
    await report('Start', first, { of: login });
    await report('Start', first, { of: login });
    await report('Start', second, { of: login });
    expect((await sessions()).map(({ cause }) => cause)).toEqual([null, null]);
    expect(coa.requests).toEqual([]);
  });

  it('a log-in at another NAS is rejected while the session is open', async () => {
    const [first] = names();
    await report('Start', first, { of: await logIn() });
    expect((await logIn([], another))?.attributes['Reply-Message']).toContain(
      `another session is open on the NAS ${nas.ip}`,
    );
  });
});

it('where it sends the port, another port is rejected and the same port has lost its session', async () => {
  const [first, second] = names();
  const port = (id: string): Pair[] => [['NAS-Port-Id', id]];
  await report('Start', first, { of: await logIn(port('ether1')), line: port('ether1') });
  expect((await logIn(port('ether2')))?.code).toBe('Access-Reject');
  await report('Start', second, { of: await logIn(port('ether1')), line: port('ether1') });
  expect((await sessions()).map(({ cause }) => cause)).toEqual(['Taken-Over', null]);
  expect(coa.requests).toEqual([]);
});
