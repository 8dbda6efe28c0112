import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp, makeReseller } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { Subscriber } from './fixtures/subscriber.ts';
import { TestNas } from './fixtures/test-nas.ts';

const IP = '127.5.0.1';
const db = await freshDatabase();
const isp = await makeIsp(db);
const reseller = await makeReseller(db, isp);
const plan = await makePlan(db, isp);
const server = await startTestServer(db);
let coa: CoaNas;
let nas: TestNas;
let nasId: number;

beforeAll(async () => {
  coa = await CoaNas.open(IP);
  const row = await makeNas(db, isp, { ip: IP, coaPort: coa.port });
  nasId = row.id;
  nas = await TestNas.open(row);
  await until(async () => (await server.metric('lastmile_radius_nases')) === 1);
});
afterAll(() => {
  coa.close();
  nas.close();
});

/** Shared with these only. */
async function shareWith(...resellerIds: number[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.nas.update({ where: { id: nasId }, data: { shareAll: false } });
    await tx.nasShare.deleteMany({ where: { nasId } });
    await tx.nasShare.createMany({ data: resellerIds.map((resellerId) => ({ nasId, resellerId, ispId: isp.id })) });
  });
}

it('a session ends for good when its reseller may no longer use the NAS; others stay', async () => {
  const theirs = await makeService(db, plan, { resellerId: reseller.id });
  const own = await makeService(db, plan);
  const [subscriber, other] = [new Subscriber(server, nas, theirs), new Subscriber(server, nas, own)];
  await subscriber.connect();
  await other.connect();

  await shareWith(reseller.id);
  for (const { id } of [theirs, own]) expect(await server.network.refresh(id)).toEqual({ result: 'acknowledged' });
  expect(coa.takeRequests()).toEqual([]);

  await shareWith();
  // The change is in the database but may not be in memory yet.
  for (const { id } of [theirs, own]) await server.network.refresh(id);
  expect(coa.requests.map(({ session }) => session)).toEqual([subscriber.session]);
  expect(coa.takeRequests()).toEqual([['Disconnect-Request']]);
  await subscriber.disconnect();
  expect((await subscriber.logIn())?.code).toBe('Access-Reject');
});
