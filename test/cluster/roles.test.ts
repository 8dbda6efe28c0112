import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Part } from '../../deploy/cluster/part.ts';
import { usageOf, wrongAccounting, wrongLedger, wrongPayments } from './support/checks.ts';
import { Load } from './support/load.ts';
import { MonthEnds } from './support/month-ends.ts';
import { TestCluster } from './support/test-cluster.ts';

const ROLES = ['api', 'radius', 'radius', 'jobs', 'jobs'];
const BEGUN_WITHIN_MS = 150_000;
const ENDED_WITHIN_MS = 200_000;

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await TestCluster.start({ roles: ROLES });
});
afterAll(async () => cluster?.stop());

const jobsNodes = (): Part[] => cluster.cluster.nodes.filter(({ spec }) => spec.env.ROLES === 'jobs');

/** Is this node advancing services? One that is still starting is not. */
async function runsTheNight({ name }: Part): Promise<boolean> {
  const url = `http://127.0.0.1:${cluster.site.ports.of(`${name}Http`)}/metrics`;
  const metrics = await fetch(url).then(
    (response) => response.text(),
    () => '',
  );
  return /^lastmile_job_running\{job_name="billing-run"\} 1$/m.test(metrics);
}

/** The node that is in the middle of the night. */
async function busyNode(night: MonthEnds): Promise<Part> {
  const deadline = Date.now() + BEGUN_WITHIN_MS;
  while (Date.now() < deadline) {
    const advanced = await night.advanced();
    if (advanced === night.size) throw new Error('the night was over before it was seen');
    for (const node of advanced > 0 ? jobsNodes() : []) if (await runsTheNight(node)) return node;
    await sleep(20);
  }
  throw new Error('the night does not begin');
}

async function allAdvanced(night: MonthEnds): Promise<void> {
  const deadline = Date.now() + ENDED_WITHIN_MS;
  for (let count = await night.advanced(); count < night.size; count = await night.advanced()) {
    if (Date.now() > deadline) throw new Error(`only ${count} of ${night.size} services go on`);
    await sleep(250);
  }
}

describe('nodes with a part of the roles each', () => {
  it('another node ends the night of one that is killed in it: no ISP is left out, no service is billed twice', async () => {
    await cluster.healthy();
    for (const node of jobsNodes()) await node.stop();
    const night = await MonthEnds.make(cluster);
    const before = await usageOf(cluster);
    const load = await Load.start(cluster, 'night');
    for (const node of jobsNodes()) node.launch();

    const killed = await busyNode(night);
    await killed.kill();
    const left = night.size - (await night.advanced());
    const since = Date.now();
    await allAdvanced(night);
    process.stdout.write(`\n${killed.name} killed with ${left} of ${night.size} services left; all went on after `);
    process.stdout.write(`${((Date.now() - since) / 1000).toFixed(1)} s\n\n`);
    const { accounting, logins, payments } = await load.finish();
    await killed.start();
    await cluster.healthy();

    expect(left, 'killed in the middle').toBeGreaterThan(0);
    expect(await night.wrong()).toEqual([]);
    expect(await wrongLedger(cluster)).toEqual([]);
    expect(await wrongAccounting(cluster, load, before)).toEqual([]);
    expect(await wrongPayments(cluster, load, 'night')).toEqual([]);
    expect(load.logins.rejected).toEqual([]);
    for (const { answered } of [accounting, logins, payments]) expect(answered, 'the load ran').toBeGreaterThan(20);
  });
});
