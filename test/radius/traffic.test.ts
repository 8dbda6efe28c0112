import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { Pulse } from '../../src/radius/state/pulse/pulse.ts';
import { Traffic } from '../../src/radius/state/traffic/traffic.ts';
import { TrafficWriter } from '../../src/radius/state/traffic/traffic-writer.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { atEnd } from '../fixtures/at-end.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { storedUsage } from './fixtures/accounting.ts';
import { openRecorder, recordOf } from './fixtures/recorder.ts';
import { until } from './fixtures/server.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nas = await makeNas(db, isp);
const HOUR = 3_600_000;
const NOW = Date.now();
const T = Math.floor(NOW / HOUR) * HOUR - 5 * HOUR;
const service = () => makeService(db, plan);
const log = createLog('silent');

function openNode(pool = db.pool) {
  const [pulse, traffic] = [new Pulse(), new Traffic()];
  const writer = new TrafficWriter({ traffic, pool, log, now: () => NOW });
  const recorder = openRecorder(db, pulse, traffic);
  atEnd(() => writer.stop());
  return { pulse, traffic, writer, recorder };
}

const [one, other] = [openNode(), openNode()];

interface Row {
  hour: number;
  buckets: number[];
}
const rowsOf = (id: number) =>
  query<Row>(db.pool, sql`SELECT hour, buckets FROM radius.traffic_hour WHERE service_id = ${id} ORDER BY hour`);

/** What the graph of a service has in all. */
async function drawn(id: number): Promise<{ up: number; down: number }> {
  const buckets = (await rowsOf(id)).map((row) => row.buckets);
  const sum = (from: number, upto: number) =>
    buckets.flatMap((row) => row.slice(from, upto)).reduce((all, each) => all + each, 0);
  return { up: sum(0, 12), down: sum(12, 24) };
}

describe('the traffic of a service', () => {
  it('is written by five minutes when its hour is over, and later records add to it', async () => {
    const of = await service();
    const session = { service: of, session: `g${nextNumber()}`, nas, startedAt: T };
    const report = (seconds: number, octets: number) =>
      one.recorder.record([recordOf(session, { seconds, upBytes: BigInt(octets), downBytes: BigInt(10 * octets) })]);
    await report(0, 0);
    await report(600, 2_000);
    await one.writer.write();
    const [first] = await rowsOf(of.id);
    expect(first).toEqual({
      hour: T / HOUR,
      buckets: [1_000, 1_000, ...Array(10).fill(0), 10_000, 10_000, ...Array(10).fill(0)],
    });
    await report(750, 3_000);
    await one.writer.write();
    expect((await rowsOf(of.id))[0]?.buckets.slice(0, 4)).toEqual([1_000, 1_000, 1_000, 0]);
    const [counted] = one.pulse.take().nases.filter(({ nasId }) => nasId === nas.id);
    expect(counted).toMatchObject({ up: 3_000, down: 30_000 });
  });

  it('is that of its usage when records come in any order, twice, late, and at two nodes at once', {
    timeout: 120_000,
  }, async () => {
    const steps = fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 10 });
    const sends = fc.array(fc.record({ by: fc.constantFrom('one', 'other', 'both'), position: fc.nat(100) }), {
      minLength: 10,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(steps, sends, async (grows, sent) => {
        const of = await service();
        const session = { service: of, session: `g${nextNumber()}`, nas, startedAt: T };
        let sum = 0;
        const arrivals = grows.map((more, at) => {
          sum += more;
          const record = recordOf(session, {
            seconds: (at + 1) * 400,
            upBytes: BigInt(sum),
            downBytes: BigInt(2 * sum),
          });
          return { record, by: sent[at]?.by, position: sent[at]?.position ?? 0 };
        });
        arrivals.sort((left, right) => left.position - right.position);
        await Promise.all(
          [one, other].map(async (node, at) => {
            for (const { record, by } of arrivals)
              if (by === 'both' || by === (at === 0 ? 'one' : 'other')) await node.recorder.record([record]);
          }),
        );
        await Promise.all([one.writer.write(), other.writer.write()]);
        const usage = await storedUsage(db, of.id);
        const graph = await drawn(of.id);
        // Each bucket is rounded to an octet.
        expect(Math.abs(graph.up - Number(usage.up))).toBeLessThanOrEqual(24);
        expect(Math.abs(graph.down - Number(usage.down))).toBeLessThanOrEqual(24);
      }),
      { numRuns: 20 },
    );
  });

  it('is that of both sessions when its NAS restarts, uses the id again and counts from 0', async () => {
    const of = await service();
    const name = `g${nextNumber()}`;
    const before = { service: of, session: name, nas, startedAt: T };
    const after = { ...before, startedAt: T + 1_200_000 };
    await one.recorder.record([recordOf(before, { seconds: 300, upBytes: 9_000n })]);
    await one.recorder.record([{ kind: 'nas-on', nasId: nas.id, at: T + 600_000 }]);
    await one.recorder.record([recordOf(after, { kind: 'start' })]);
    await one.recorder.record([recordOf(after, { seconds: 300, upBytes: 600n })]);
    await one.writer.write();
    expect((await rowsOf(of.id))[0]?.buckets.slice(0, 6)).toEqual([9_000, 0, 0, 0, 600, 0]);
  });

  it('is written at once when its graph is looked at', async () => {
    const of = await service();
    const node = openNode();
    await node.writer.start(db);
    const now = Math.floor(NOW / HOUR) * HOUR;
    const session = { service: of, session: `g${nextNumber()}`, nas, startedAt: now };
    await node.recorder.record([recordOf(session, { seconds: 1, upBytes: 5n })]);
    await node.writer.write();
    expect(await rowsOf(of.id)).toEqual([]);
    await execute(db.pool, sql`SELECT pg_notify('traffic', ${String(of.id)})`);
    await until(async () => (await rowsOf(of.id)).length > 0);
    expect(node.traffic.size).toBe(0);
  });

  it('waits for a database that does not take it', async () => {
    const of = await service();
    const broken = openNode({ query: () => Promise.reject(new Error('away')) } as never);
    const session = { service: of, session: `g${nextNumber()}`, nas, startedAt: T };
    await broken.recorder.record([recordOf(session, { seconds: 60, upBytes: 50n })]);
    await broken.writer.write();
    expect(broken.traffic.size).toBe(1);
    expect(broken.traffic.takeService(of.id)[0]?.buckets[0]).toBe(50);
  });

  it('is written when the node stops', async () => {
    const of = await service();
    const node = openNode();
    const session = { service: of, session: `g${nextNumber()}`, nas, startedAt: NOW - 60_000 };
    await node.recorder.record([recordOf(session, { seconds: 60, upBytes: 5n, downBytes: 6n })]);
    await node.writer.stop();
    expect(await drawn(of.id)).toEqual({ up: 5, down: 6 });
  });

  it('is not kept for an ISP without graphs, nor longer than it says', async () => {
    const quiet = await makeIsp(db);
    await execute(db.pool, sql`UPDATE crm.isp_setting SET traffic_history_days = 0 WHERE isp_id = ${quiet.id}`);
    const unseen = await makeService(db, await makePlan(db, quiet));
    const seen = await service();
    const { traffic, writer } = openNode();
    const add = (serviceId: number, daysAgo: number) =>
      traffic.add(
        { ispId: isp.id, serviceId, resellerId: null, planId: plan.id },
        { from: T - daysAgo * 24 * HOUR, upto: T - daysAgo * 24 * HOUR, up: 4, down: 0 },
      );
    for (const days of [0, 9]) for (const { id } of [unseen, seen, { id: 2_000_000_000 }]) add(id, days);
    await writer.write();
    expect(traffic.size).toBe(0);
    expect(await rowsOf(unseen.id)).toEqual([]);
    expect(await rowsOf(seen.id)).toMatchObject([{ hour: T / HOUR }]);
    // Only hours that are kept, for the plan too.
    const plans = await query<{ hours: number }>(
      db.pool,
      sql`SELECT count(*)::int AS hours FROM radius.plan_traffic_hour WHERE plan_id = ${plan.id}`,
    );
    expect(plans).toEqual([{ hours: 1 }]);
  });
});
