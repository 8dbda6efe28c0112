import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { table } from '../../deploy/cluster/table.ts';
import { usageOf, wrongAccounting, wrongLedger, wrongPayments } from './support/checks.ts';
import { FAULTS, type Fault } from './support/faults.ts';
import { Load, type Outage } from './support/load.ts';
import type { Service } from './support/meter.ts';
import { TestCluster } from './support/test-cluster.ts';

const BEFORE_MS = 4_000;
const AFTER_MS = 4_000;

let cluster: TestCluster;
const report: string[][] = [
  ['fault', 'records: silent, longest', 'log-ins: silent, longest', 'payments: silent', 'repeated', 'made', 'wrong'],
];

beforeAll(async () => {
  cluster = await TestCluster.start();
});
afterAll(async () => {
  process.stdout.write(`\nSeconds without service, and what was wrong afterwards:\n\n${table(report)}\n\n`);
  await cluster?.stop();
});

describe('three nodes over a database that fails over', () => {
  it.each(FAULTS.map((fault, at) => [fault.name, at, fault] as const))('lose nothing: %s', async (_, at, fault) => {
    await cluster.healthy();
    const name = `fault${at}`;
    const before = await usageOf(cluster);
    const load = await Load.start(cluster, name);
    await sleep(BEFORE_MS);
    await fault.happen(cluster);
    await sleep(AFTER_MS);
    const outage = await load.finish();
    await cluster.healthy();
    const wrong = [
      ...(await wrongAccounting(cluster, load, before)),
      ...(await wrongPayments(cluster, load, name)),
      ...(await wrongLedger(cluster)),
      ...load.logins.rejected.map((username) => `${username} was rejected`),
    ];
    report.push(reported(fault, outage, wrong.length));
    expect(wrong).toEqual([]);
    expectServed(outage, fault);
  });
});

function expectServed({ accounting, logins, payments }: Outage, { bounds }: Fault): void {
  for (const service of [accounting, logins, payments]) expect(service.answered, 'the load ran').toBeGreaterThan(20);
  expect(accounting.longest, 'accounting').toBeLessThan(bounds.accounting);
  expect(logins.longest, 'log-ins').toBeLessThan(bounds.logins);
  expect(payments.silence, 'the API').toBeLessThan(bounds.payments);
}

function reported({ name }: Fault, { accounting, logins, payments }: Outage, wrong: number): string[] {
  const both = ({ silence, longest }: Service) => `${silence}, ${longest}`;
  const services = [accounting, logins, payments];
  return [
    name,
    both(accounting),
    both(logins),
    String(payments.silence),
    services.map(({ repeats }) => repeats).join(' + '),
    services.map(({ answered }) => answered).join(' + '),
    String(wrong),
  ];
}
