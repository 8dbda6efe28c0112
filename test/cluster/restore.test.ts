import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '../../deploy/cluster/backup.ts';
import { ClusterError } from '../../deploy/cluster/failure.ts';
import { restore } from '../../deploy/cluster/restore.ts';
import { usageOf, wrongAccounting, wrongLedger } from './support/checks.ts';
import { Load } from './support/load.ts';
import { PaymentLoad } from './support/payment-load.ts';
import { TestCluster } from './support/test-cluster.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await TestCluster.start();
  await cluster.healthy();
});
afterAll(async () => cluster?.stop());

const PAYMENTS = 20;

/** Some payments, with the ids that were acknowledged. */
async function paid(name: string): Promise<ReadonlyMap<string, number>> {
  const { apiUrl: baseUrl, tenant } = cluster;
  const load = new PaymentLoad({ name, baseUrl, credentials: tenant.credentials, services: tenant.services });
  while (load.acknowledged.size < PAYMENTS) await sleep(100);
  await load.finish(30_000);
  expect(load.refused).toEqual([]);
  return load.acknowledged;
}

describe('a database that is brought back to a moment, while the nodes run', () => {
  it('is refused without a backup, and for a moment before it, and goes on', async () => {
    const now = new Date().toISOString();
    await expect(restore(cluster.cluster, now)).rejects.toThrow(/There is no backup yet/);
    await backUp(cluster.site, (await cluster.cluster.primary())?.name ?? '');
    await expect(restore(cluster.cluster, now)).rejects.toThrow(/The earliest moment to restore is/);
    await expect(restore(cluster.cluster, '2026-01-01 10:00')).rejects.toThrow(ClusterError);
    await cluster.healthy();
  });

  it('has every payment up to the moment and none after it, counts every octet, and gives no id twice', async () => {
    const before = await usageOf(cluster);
    const load = await Load.start(cluster, 'restore', { endless: true });
    await sleep(5_000);
    const kept = await paid('kept');
    await backUp(cluster.site, (await cluster.cluster.primary())?.name ?? '');
    // To the second, as an operator notes it.
    const moment = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    await sleep(1_100);
    const undone = await paid('undone');

    await restore(cluster.cluster, moment.toISOString());
    const later = await paid('later');
    const { accounting, logins } = await load.finish();
    await cluster.healthy();
    process.stdout.write(`\nrestored; records waited ${accounting.longest} s at most, log-ins ${logins.longest} s\n\n`);

    const stored = await paymentIds();
    for (const [ref, id] of [...kept, ...later]) expect(stored.get(ref), ref).toBe(id);
    expect([...stored.keys()].filter((ref) => ref.startsWith('undone'))).toEqual([]);
    const givenOut = new Set(undone.values());
    expect([...stored.values()].filter((id) => givenOut.has(id))).toEqual([]);
    expect(await wrongAccounting(cluster, load, before)).toEqual([]);
    expect(await wrongLedger(cluster)).toEqual([]);
    expect(load.logins.rejected).toEqual([]);
  });
});

async function paymentIds(): Promise<Map<string, number>> {
  const rows = await cluster.query<{ id: number; ref: string }>('SELECT id::int AS id, ref_no AS ref FROM crm.payment');
  return new Map(rows.map(({ id, ref }) => [ref, id]));
}
