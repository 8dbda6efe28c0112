import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { storedUsage } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nokiaRow = await makeNas(db, isp, { vendor: 'Nokia' });
const otherRow = await makeNas(db, isp);
const server = await startTestServer(db);
let nokia: TestNas;
let other: TestNas;
beforeAll(async () => {
  nokia = await TestNas.open(nokiaRow);
  other = await TestNas.open(otherRow);
});
afterAll(() => {
  nokia.close();
  other.close();
});

/** A counter of SR OS: the id of the queue, and 64 bits. */
function queue(type: number, id: number, octets: bigint): [number, Buffer] {
  const value = Buffer.alloc(10);
  value.writeUInt16BE(id, 0);
  value.writeBigUInt64BE(octets, 2);
  return [type, value];
}

async function usageAfter(nas: TestNas, counters: readonly Pair[]): Promise<{ up: string; down: string }> {
  const { id, username } = await makeService(db, plan);
  const request: Pair[] = [
    ...([
      ['Acct-Status-Type', 'Stop'],
      ['User-Name', username],
      ['Acct-Session-Id', `n${nextNumber()}`],
    ] as Pair[]),
    ...([['Acct-Session-Time', 600], ...counters] as Pair[]),
  ];
  const answer = await nas.ask(server.acctPort, nas.accountingRequest(request));
  expect(answer?.code).toBe('Accounting-Response');
  const { up, down } = await storedUsage(db, id);
  return { up, down };
}

const QUEUES: Pair[] = [
  ['Vendor-Specific', 6527, [queue(19, 1, 1_000n), queue(20, 1, 20n), queue(21, 1, 5_000_000_000n)]],
  ['Vendor-Specific', 6527, [queue(19, 0x8003, 300n), queue(22, 2, 7n), queue(23, 1, 99n)]],
];

describe('the octets of a Nokia NAS', () => {
  it('are the sum over its queues and policers, beyond 4 GiB too', async () => {
    expect(await usageAfter(nokia, QUEUES)).toEqual({ up: '1320', down: '5000000007' });
  });

  it('are the standard ones where it sends them', async () => {
    const standard: Pair[] = [
      ['Acct-Input-Octets', 5],
      ['Acct-Output-Octets', 6],
    ];
    expect(await usageAfter(nokia, [...standard, ...QUEUES])).toEqual({ up: '5', down: '6' });
  });

  it('skip a counter of another length, and another vendor has none', async () => {
    const broken: Pair = ['Vendor-Specific', 6527, [[19, Buffer.alloc(9, 1)], queue(21, 1, 8n)]];
    expect(await usageAfter(nokia, [broken])).toEqual({ up: '0', down: '8' });
    expect(await usageAfter(other, QUEUES)).toEqual({ up: '0', down: '0' });
  });
});
