import { afterAll, expect, it } from 'vitest';
import { explainUser } from '../../src/areas/network/sessions/explain.ts';
import { repairDrift } from '../../src/areas/network/sessions/repair-drift.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp, { bw1Burst: '20M/40M' });
const dynamic = await CoaNas.open('127.2.8.1');
const nasRow = await makeNas(db, isp, { ip: dynamic.ip, coaPort: dynamic.port });
const server = await startTestServer(db);
const nas = await TestNas.open(nasRow);
afterAll(() => {
  nas.close();
  dynamic.close();
});

it('a burst of the plan is granted, explained, found missing in a session, and changed by CoA', async () => {
  const { id, username } = await makeService(db, plan);
  const kernel = { db, network: server.network };
  const rateLimit = async () => {
    const { attributes } = await explainUser(kernel, wholeInstallation, { username });
    return attributes.find(({ name }) => name === 'Mikrotik-Rate-Limit')?.value;
  };
  const setBurst = (bw1Burst: string | null) => db.prisma.plan.update({ where: { id: plan.id }, data: { bw1Burst } });

  const granted = await nas.ask(
    server.authPort,
    nas.accessRequest([
      ['User-Name', username],
      ['User-Password', 'secret'],
    ]),
  );
  const octets = Buffer.concat((granted?.raw_attributes ?? []).map(([, value]) => value)).toString('latin1');
  expect(octets).toContain('10000k/20000k 20M/40M');
  expect(await rateLimit()).toBe('10000k/20000k 20M/40M');
  const start = accounting({
    ...{ type: 'Start', session: 's1', username, at: Date.now() },
    more: [['Class', granted?.attributes.Class as Buffer]],
  });
  await nas.ask(server.acctPort, nas.accountingRequest(start));
  expect(await repairDrift(kernel)).toBe(0);

  for (const [burst, written] of [
    ['30M/60M 8M/16M 8/8', '10000k/20000k 30M/60M 8M/16M 8/8'],
    [null, '10000k/20000k'],
    ['20M/40M', '10000k/20000k 20M/40M'],
  ] as const) {
    await setBurst(burst);
    await until(async () => (await server.network.drifted()).includes(id));
    expect(await server.network.refresh(id)).toEqual({ result: 'acknowledged' });
    expect(dynamic.takeRequests()).toEqual([['CoA-Request', `Mikrotik-Rate-Limit ${written}`]]);
    expect(await rateLimit()).toBe(written);
    expect(await server.network.drifted()).toEqual([]);
  }
});
