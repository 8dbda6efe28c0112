import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import type { Turn } from '../../src/jobs/job.ts';
import { SCHEDULE } from '../../src/jobs/schedule.ts';
import { startApi } from '../fixtures/api.ts';
import { makeTenant } from '../fixtures/tenants.ts';

const api = await startApi();
const { ispid, resellerid, me } = await makeTenant(api);
const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
const kernel = { ...api.kernel, log, metrics: new Registry() };
const steps: string[] = [];
const turn: Turn = {
  signal: new AbortController().signal,
  progress: (processed, total) => void steps.push(`${processed}/${total}`),
};
const run = (name: string) => SCHEDULE.find((job) => job.name === name)?.run(kernel, turn);

describe('the schedule', () => {
  it('has names that a queue and a metric can carry, each once', () => {
    const names = SCHEDULE.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('forgets idempotency keys when their day is over, and no other', async () => {
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

  it('verifies the ledger and raises the alarm where the books are wrong', async () => {
    await run('verify-ledger');
    expect(await kernel.metrics.metrics()).toContain('lastmile_ledger_drift{check="balances"} 0');
    expect(lines).toEqual([]);
    expect(steps.at(-1)).toMatch(/^(\d+)\/\1$/);
    await api.db.pool.query('ALTER TABLE crm.isp DISABLE TRIGGER USER');
    await api.db.pool.query('UPDATE crm.isp SET usage_credits = usage_credits + 1 WHERE id = $1', [ispid]);
    await api.db.pool.query('ALTER TABLE crm.isp ENABLE TRIGGER USER');
    await run('verify-ledger');
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
