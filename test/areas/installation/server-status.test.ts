import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/jobs/job.ts';
import { JobRunner } from '../../../src/jobs/job-runner.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;

interface JobRow {
  name: string;
  running: string;
  last_run_at: string | null;
  next_run_at: string | null;
  result: string | null;
  last_error: string | null;
}

const jobs = async () => {
  const rows = await api.ok<JobRow[]>('server/job_list', {}, api.admin);
  return Object.fromEntries(rows.map((row) => [row.name, row]));
};

async function until(holds: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not in time: ${holds}`);
    await sleep(20);
  }
}

beforeAll(async () => {
  tenant = await makeTenant(api);
});

describe('the status of the server', () => {
  it('shows the node, the database and what waits', async () => {
    await api.db.pool.query(`INSERT INTO crm.outbox (kind, payload, available_at, done_at)
      VALUES ('x', '{}', now() + interval '1 hour', NULL), ('x', '{}', now(), now()), ('x', '{}', now(), now())`);
    const status = await api.ok<Record<string, unknown>>('server/status', {}, api.admin);
    expect(status).toMatchObject({
      mode: 'active',
      database: { writable: 'Y', connections: expect.any(Number) },
      outbox: { waiting: 1, failed: 2 },
      journal_bytes: null,
      packets_per_second: null,
    });
    expect(Number((status.database as { size_bytes: string }).size_bytes)).toBeGreaterThan(1_000_000);
    expect(Number(status.uptime_seconds)).toBeGreaterThanOrEqual(0);
  });

  it('shows what RADIUS measures, where the node has it', async () => {
    const registers = [api.kernel.metrics];
    new Gauge({ name: 'lastmile_radius_accounting_journal_bytes', help: 'x', registers }).set(4096);
    new Gauge({ name: 'lastmile_radius_packets_per_second', help: 'x', registers }).set(12.345);
    expect(await api.ok('server/status', {}, api.admin)).toMatchObject({
      journal_bytes: '4096',
      packets_per_second: '12.3',
    });
  });

  it('is for the server administrator', async () => {
    for (const path of ['server/status', 'server/job_list'])
      expect(await api.call(path, {}, tenant.me)).toMatchObject({ status: 403 });
  });
});

describe('the list of jobs', () => {
  it('shows the last and the next run of each, and its last error', async () => {
    const HOUR = 3_600_000;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const schedule: Job[] = [
      { name: 'well', everyMs: HOUR, run: async () => undefined },
      { name: 'badly', everyMs: HOUR, run: () => Promise.reject(new Error('the disk is full')) },
      { name: 'long', everyMs: HOUR, onEveryNode: true, run: () => ended },
    ];
    await api.db.pool.query(`INSERT INTO crm.job (name, every_ms, on_every_node) VALUES ('retired', 1000, false)`);
    const runner = await JobRunner.start(api.kernel, schedule, { pollMs: 20, enqueueMs: 20 });
    await until(
      async () => (await jobs()).badly?.result && (await jobs()).well?.result && (await jobs()).long?.last_run_at,
    );
    const shown = await jobs();
    expect(Object.keys(shown)).toEqual(['badly', 'long', 'well']);
    expect(shown).toMatchObject({
      well: { result: 'done', running: 'N', last_error: null },
      badly: { result: 'failed', running: 'N', last_error: 'the disk is full' },
      long: { result: null, running: 'Y', last_error: null },
    });
    expect(shown.well?.next_run_at).toMatch(/:00:00$/);
    expect((shown.well?.next_run_at ?? '') > (shown.well?.last_run_at ?? '')).toBe(true);
    end();
    await until(async () => (await jobs()).long?.running === 'N');
    await runner.stop();
  });
});
