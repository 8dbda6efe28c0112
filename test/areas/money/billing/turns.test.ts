import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { IspTurns } from '../../../../src/areas/money/billing/run/isp-turns.ts';
import { type BillingRunOptions, runBilling } from '../../../../src/areas/money/billing/run/run-billing.ts';
import { createLog } from '../../../../src/config/log.ts';
import { type Locks, NamedLocks, UNSHARED } from '../../../../src/db/named-locks.ts';
import { execute, query, sql } from '../../../../src/db/sql.ts';
import { startApi } from '../../../fixtures/api.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';

const api = await startApi();
const { pool } = api.db;
const DAY = 24 * 3_600_000;
let isps: number[];
/** What ends with each test. */
const open: (() => void)[] = [];

beforeAll(async () => {
  isps = [];
  for (let each = 0; each < 4; each++) isps.push((await makeTenant(api)).ispid);
});
beforeEach(async () => {
  api.clock.at = new Date((api.clock.at?.getTime() ?? Date.now()) + 40 * DAY);
  await execute(pool, sql`DELETE FROM crm.clock_turn`);
  // Only the present day is applied, so that each service is changed once.
  await execute(pool, sql`DELETE FROM crm.isp_clock`);
});
afterEach(() => {
  for (const end of open.splice(0)) end();
});

/** The locks of a node on a connection of its own. */
function locksOfNode(): NamedLocks {
  const locks = new NamedLocks(api.db, () => undefined);
  open.push(() => locks.close());
  return locks;
}

const turn = (options: Partial<BillingRunOptions> = {}) => runBilling({ ...api.kernel, ...options });

/** Services that failed before are tried in any case, one by one. */
async function haveProblems(of: readonly number[]): Promise<void> {
  await execute(
    pool,
    sql`INSERT INTO crm.service_problem (service_id, isp_id, problem, since, attempted_at, access_upto)
        SELECT id, isp_id, 'a trial', now(), now(), now() FROM crm.service WHERE isp_id = ANY(${of})`,
  );
}

/** A node in a process of its own that has taken an ISP. */
async function otherNode(): Promise<{ child: ChildProcess; took: number }> {
  const child = fork(new URL('turn-program.ts', import.meta.url), [api.db.url], { execArgv: ['--import', 'tsx'] });
  open.push(() => child.kill('SIGKILL'));
  const [{ took }] = (await once(child, 'message')) as [{ took: number }];
  return { child, took };
}

describe('nodes share the ISPs', () => {
  it('each service is advanced by one of them, and an ISP whose turn is over is left alone', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => turn({ locks: locksOfNode(), everyMs: 60_000 })));
    expect(runs.reduce((sum, { seen }) => sum + seen, 0)).toBe(isps.length);
    expect(runs.reduce((sum, { changed }) => sum + changed, 0)).toBe(isps.length);
    const ended = await query(pool, sql`SELECT isp_id FROM crm.clock_turn WHERE ended_at IS NOT NULL ORDER BY 1`);
    expect(ended).toEqual(isps.map((isp_id) => ({ isp_id })));
    api.clock.at = new Date((api.clock.at?.getTime() ?? 0) + 40 * DAY);
    await execute(pool, sql`DELETE FROM crm.isp_clock`);
    expect(await turn({ locks: locksOfNode(), everyMs: 60_000 })).toMatchObject({ seen: 0 });
    expect(await turn({ locks: locksOfNode(), everyMs: 0 })).toMatchObject({ seen: isps.length });
  });

  it('what a node has taken is left to it, and taken over when it is killed', async () => {
    const { child, took } = await otherNode();
    expect(isps).toContain(took);
    expect(await turn({ locks: locksOfNode() })).toMatchObject({ seen: isps.length - 1, failed: 0 });
    child.kill('SIGKILL');
    await vi.waitFor(
      async () => expect(await turn({ locks: locksOfNode(), everyMs: DAY })).toMatchObject({ seen: 1 }),
      {
        timeout: 60_000,
      },
    );
  });

  it('a frozen node loses what it has taken, and is told when it wakes up', async () => {
    const { child, took } = await otherNode();
    child.kill('SIGSTOP');
    await vi.waitFor(
      async () => {
        await turn({ locks: locksOfNode(), everyMs: DAY });
        const row = sql`SELECT FROM crm.clock_turn WHERE isp_id = ${took} AND ended_at IS NOT NULL`;
        expect(await query(pool, row)).toHaveLength(1);
      },
      { timeout: 60_000 },
    );
    const told = once(child, 'message');
    child.kill('SIGCONT');
    expect(await told).toEqual([{ lost: `billing run of ISP ${took}` }, undefined]);
  });

  it('none is forgotten: a new ISP and one whose turn was never ended come first', async () => {
    await turn();
    const [first = 0, second = 0, third = 0, fourth = 0] = isps;
    const at = (ispId: number, turned: string, ended: string | null) =>
      execute(
        pool,
        sql`UPDATE crm.clock_turn SET turned_at = ${turned}::timestamptz, ended_at = ${ended}::timestamptz WHERE isp_id = ${ispId}`,
      );
    await at(first, '2020-01-04', '2020-01-04');
    await at(second, '2020-01-02', null);
    await at(third, '2020-01-03', '2020-01-05');
    await execute(pool, sql`DELETE FROM crm.clock_turn WHERE isp_id = ${fourth}`);
    const turns = await IspTurns.open({ db: api.db, locks: UNSHARED, everyMs: 0 });
    const taken = [await turns.next(), await turns.next(), await turns.next(), await turns.next()];
    expect(taken.map((each) => each?.ispId)).toEqual([fourth, second, third, first]);
    expect(await turns.next()).toBeUndefined();
  });
});

describe('an ISP takes nobody else’s time', () => {
  it('if it cannot be worked on, it is logged and counted, and the others are advanced', async () => {
    const [bad = 0] = isps;
    const lines: string[] = [];
    const log = createLog('error', { write: (line) => void lines.push(line) });
    const zone = (timezone: string) =>
      execute(pool, sql`UPDATE crm.isp_setting SET timezone = ${timezone} WHERE isp_id = ${bad}`);
    await haveProblems(isps);
    await zone('No/where');
    expect(await turn({ log })).toMatchObject({ seen: isps.length - 1, failed: 0, failedIsps: 1 });
    expect(lines.join('')).toContain('cannot advance the services of an ISP to today');
    await zone('UTC');
    expect(await turn()).toMatchObject({ seen: 1, failedIsps: 0 });
  });

  it('when its time is up it goes to the end of the line, and is continued there', async () => {
    const long = isps.slice(0, 3);
    await execute(
      pool,
      sql`INSERT INTO crm.service (isp_id, reseller_id, customer_id, plan_id, sub_plan_id, username, password_enc, status,
            prepaid_postpaid, protocol, connectivity, location_code, sub_location_code, valid_from, valid_upto)
          SELECT isp_id, reseller_id, customer_id, plan_id, sub_plan_id, 'long' || n, password_enc, status,
            prepaid_postpaid, protocol, connectivity, location_code, sub_location_code, valid_from, valid_upto
          FROM crm.service, generate_series(1, 5) n WHERE isp_id = ANY(${long})`,
    );
    await haveProblems(long);
    const taken: string[] = [];
    const locks: Locks = { tryLock: async (name) => taken.push(name) > 0, unlock: async () => undefined };
    expect(await turn({ locks, sliceMs: 0 })).toMatchObject({ failed: 0, failedIsps: 0 });
    // Two at a time, so that the third waits; the one that makes way for it waits then.
    expect(taken.slice(0, 3)).toEqual(long.map((id) => `billing run of ISP ${id}`));
    expect(taken.length).toBeGreaterThan(isps.length);
    expect(await query(pool, sql`SELECT FROM crm.service_problem`)).toEqual([]);
    expect(await query(pool, sql`SELECT FROM crm.clock_turn WHERE ended_at IS NULL`)).toEqual([]);
  });
});
