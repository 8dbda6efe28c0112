import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { UNSHARED } from '../../src/db/named-locks.ts';
import { type JobRun, UNFINISHED } from '../../src/jobs/job.ts';
import { SCHEDULE } from '../../src/jobs/schedule.ts';
import { startApi } from '../fixtures/api.ts';
import { makeTenant, type Tenant } from '../fixtures/tenants.ts';

const api = await startApi();
const tenants = [await makeTenant(api), await makeTenant(api), await makeTenant(api)];
const [{ ispid, resellerid, me }] = tenants as [Tenant, Tenant, Tenant];
const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
const kernel = { ...api.kernel, log, metrics: new Registry() };
const steps: string[] = [];
const jobRun: JobRun = {
  signal: new AbortController().signal,
  progress: (processed, total) => void steps.push(`${processed}/${total}`),
  locks: UNSHARED,
};
const run = (name: string, as: JobRun = jobRun) => SCHEDULE.find((job) => job.name === name)?.run(kernel, as);

describe('the schedule', () => {
  it('has unique names that are valid for a queue and a metric', () => {
    const names = SCHEDULE.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('deletes idempotency keys after a day, and no others', async () => {
    const topUp = (idempotency_key: string) =>
      api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 1, idempotency_key }, me);
    const start = Date.now();
    api.clock.at = new Date(start);
    await topUp('old');
    api.clock.at = new Date(start + 1000);
    await topUp('young');
    api.clock.at = new Date(start + 24 * 3_600_000);
    await run('forget-idempotency-keys');
    api.clock.at = undefined;
    const left = await api.db.prisma.idempotencyKey.findMany({ select: { key: true } });
    expect(left).toEqual([{ key: 'young' }]);
  });

  it('advances services to today, and continues after an aborted run', async () => {
    const running = async () => {
      const { rows } = await api.db.pool.query(
        `SELECT id FROM crm.service WHERE valid_upto >= ($1::timestamptz AT TIME ZONE 'UTC')::date ORDER BY id`,
        [api.clock.at],
      );
      return rows.map(({ id }) => id);
    };
    const services = tenants.map(({ serviceid }) => serviceid);
    api.clock.at = new Date(Date.now() + 40 * 24 * 3_600_000);
    expect(await running()).toEqual([]);
    const ending = new AbortController();
    const first = await run('billing-run', { ...jobRun, signal: ending.signal, progress: () => ending.abort() });
    const done = await running();
    // Batches that were in progress when the run was aborted are finished.
    expect(first).toBe(UNFINISHED);
    expect(done.length).toBeLessThan(services.length);
    expect(await run('billing-run')).toMatchObject({ failed: 0 });
    expect(await running()).toEqual(services);
    api.clock.at = undefined;
  });

  it('moves ended sessions to the log, and continues after the batch of an aborted run', async () => {
    const { rows } = await api.db.pool.query(`SELECT isp_id, id FROM crm.service ORDER BY id LIMIT 1`);
    await api.db.pool.query(
      `INSERT INTO radius.session (isp_id, service_id, nas_id, username, acct_session_id, nas_ip, started_at, updated_at, ended_at)
       SELECT $1, $2, 1, 'gone', 's' || n, '192.0.2.1', now() - interval '3 days', now() - interval '2 days', now() - interval '2 days'
       FROM generate_series(1, 5007) AS n`,
      [rows[0].isp_id, rows[0].id],
    );
    const hot = async () => (await api.db.pool.query(`SELECT id FROM radius.session WHERE username = 'gone'`)).rowCount;
    expect(await run('move-ended-sessions', { ...jobRun, signal: AbortSignal.abort() })).toBe(UNFINISHED);
    expect(await hot()).toBe(7);
    expect(await run('move-ended-sessions')).toBeUndefined();
    expect(await hot()).toBe(0);
    const logged = await api.db.pool.query(`SELECT id FROM radius.session_log WHERE username = 'gone'`);
    expect(logged.rowCount).toBe(5007);
  });

  it('verifies the ledger and raises the alarm if it is wrong', async () => {
    await run('verify-ledger');
    await run('show-ledger-drift');
    expect(await kernel.metrics.metrics()).toContain('lastmile_ledger_drift{check="balances"} 0');
    expect(lines).toEqual([]);
    expect(steps.at(-1)).toMatch(/^(\d+)\/\1$/);
    await api.db.pool.query('ALTER TABLE crm.isp DISABLE TRIGGER USER');
    await api.db.pool.query('UPDATE crm.isp SET usage_credits = usage_credits + 1 WHERE id = $1', [ispid]);
    await api.db.pool.query('ALTER TABLE crm.isp ENABLE TRIGGER USER');
    await run('verify-ledger');
    await run('show-ledger-drift');
    expect(await kernel.metrics.metrics()).toContain('lastmile_ledger_drift{check="balances"} 1');
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        check: 'balances',
        wrong: 1,
        problems: [expect.stringMatching(`^credits ${ispid}: shows `)],
      }),
    );
  });
});
