import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
await makeService(db, plan, { username: 'Alice', password: 'wonderland' });
const nasRow = await makeNas(db, isp);

const server = await startTestServer(db);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

function pap(username: string, password: string, more: Pair[] = []): Pair[] {
  return [['User-Name', username], ['User-Password', password], ['Calling-Station-Id', '02-00-00-00-00-01'], ...more];
}

describe('a log-in', () => {
  it('by PAP is accepted with the rates of the plan', async () => {
    const answer = await nas.ask(server.authPort, nas.accessRequest(pap('Alice', 'wonderland')));
    expect(answer?.code).toBe('Access-Accept');
    const vendor = answer?.raw_attributes.filter(([type]) => type === 26).map(([, value]) => value);
    expect(vendor?.map((value) => value.subarray(6).toString())).toEqual(['10000k/20000k']);
    expect(answer?.attributes['Acct-Interim-Interval']).toBe(300);
    expect(String(answer?.attributes.Class)).toMatch(/^lm:/);
  });
});
