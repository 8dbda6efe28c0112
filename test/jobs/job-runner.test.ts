import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import type { Kernel } from '../../src/core/kernel.ts';
import { type Job, type JobRun, UNFINISHED } from '../../src/jobs/job.ts';
import { JobRunner } from '../../src/jobs/job-runner.ts';
import { startApi } from '../fixtures/api.ts';
import { endConnections, onServer } from '../fixtures/postgres.ts';

const api = await startApi();
const { pool } = api.db;
const HOUR = 3_600_000;
/** About a day, and not about to end: intervals are counted from 1970, and none may end while a test runs. */
const INTERVAL = [24, 25, 26].map((hours) => hours * HOUR).find((ms) => ms - (Date.now() % ms) > HOUR) ?? 27 * HOUR;
const PACE = { pollMs: 20, enqueueMs: 20 };

/** Nodes of one database, stopped after each test. */
const nodes: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
});

interface Node {
  readonly kernel: Kernel;
  readonly lines: Record<string, unknown>[];
  stop(): Promise<void>;
}

async function node(...schedule: Job[]): Promise<Node> {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const kernel = { ...api.kernel, log, metrics: new Registry() };
  const jobs = await JobRunner.start(kernel, schedule, PACE);
  nodes.push(jobs);
  return { kernel, lines, stop: () => jobs.stop() };
}

/** A node in a process of its own that is running its only job, and the id of that run. */
async function otherNode(name: string): Promise<{ child: ChildProcess; runId: string | undefined }> {
  const program = new URL('node-program.ts', import.meta.url);
  const child = fork(program, [api.db.url, name, String(INTERVAL)], { execArgv: ['--import', 'tsx'] });
  nodes.push({ stop: async () => void child.kill('SIGKILL') });
  await once(child, 'message');
  const [runId] = await runsOf(name);
  return { child, runId };
}

/** A job that is due once; counts its runs. */
function job(name: string, work: (run: JobRun, time: number) => unknown): Job & { times: number } {
  const counted = {
    name,
    everyMs: INTERVAL,
    times: 0,
    async run(_: Kernel, run: JobRun) {
      counted.times += 1;
      return work(run, counted.times);
    },
  };
  return counted;
}

async function until(holds: () => unknown): Promise<void> {
  while (!(await holds())) await sleep(10);
}

async function statesOf(name: string): Promise<string[]> {
  const { rows } = await pool.query(`SELECT state::text FROM pgboss.job WHERE name = $1 ORDER BY created_on`, [name]);
  return rows.map(({ state }) => state);
}

async function runsOf(name: string): Promise<string[]> {
  const { rows } = await pool.query(`SELECT id FROM pgboss.job WHERE name = $1 ORDER BY created_on`, [name]);
  return rows.map(({ id }) => id);
}

const skipPause = (name: string) =>
  pool.query(`UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = $1 AND state = 'retry'`, [
    name,
  ]);

describe('the jobs of several nodes', () => {
  it('can start at the same time on a database without a queue', async () => {
    await pool.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
    const once = job('together', () => undefined);
    await Promise.all([node(once), node(once), node(once)]);
    await until(() => once.times > 0);
    expect(once.times).toBe(1);
  });

  it('run once in each interval, however many nodes there are', async () => {
    const once = job('once', () => undefined);
    const other = job('other', () => undefined);
    await Promise.all([node(once, other), node(once, other), node(once, other)]);
    await until(async () => (await statesOf('other')).includes('completed'));
    await sleep(20 * PACE.pollMs);
    expect([once.times, other.times]).toEqual([1, 1]);
    await node(once);
    await sleep(20 * PACE.pollMs);
    expect(await statesOf('once')).toEqual(['completed']);
  });

  it('never run the same job twice at a time', async () => {
    let now = 0;
    let max = 0;
    const long = job('long', async (_, time) => {
      now += 1;
      max = Math.max(max, now);
      await sleep(30);
      now -= 1;
      return time < 12 ? UNFINISHED : undefined;
    });
    await Promise.all([node(long), node(long), node(long)]);
    await until(() => long.times === 12 && now === 0);
    expect(max).toBe(1);
  });

  it('run again at once after an unfinished run, and report progress', async () => {
    const counting = job('counting', ({ progress }, time) => {
      progress(time * 10, 30);
      return time < 3 ? UNFINISHED : 'all of it';
    });
    const { kernel, lines } = await node(counting);
    await until(async () => (await statesOf('counting')).filter((state) => state === 'completed').length === 3);
    expect(lines.map(({ job: name, outcome, processed, total }) => [name, outcome, processed, total])).toEqual([
      ['counting', 'unfinished', 10, 30],
      ['counting', 'unfinished', 20, 30],
      ['counting', 'done', 30, 30],
    ]);
    const text = await kernel.metrics.metrics();
    expect(text).toContain('lastmile_job_turns_total{job_name="counting",outcome="unfinished"} 2');
    expect(text).toContain('lastmile_job_turns_total{job_name="counting",outcome="done"} 1');
    expect(text).toContain('lastmile_job_processed{job_name="counting"} 30');
    expect(text).toContain('lastmile_job_items{job_name="counting"} 30');
    expect(text).toContain('lastmile_job_running{job_name="counting"} 0');
    expect(text).toMatch(/lastmile_job_seconds\{job_name="counting"\} \d/);
    expect(text).toMatch(/lastmile_job_ended_timestamp_seconds\{job_name="counting",outcome="done"\} \d{10}/);
  });
});

describe('a job that runs on every node', () => {
  it('runs on each of them at its interval, without the queue', async () => {
    const own = Object.assign(
      job('own', () => undefined),
      { onEveryNode: true, everyMs: 50 },
    );
    const [one, two] = [await node(own), await node(own)];
    const hasTwo = async ({ kernel }: Node) =>
      /lastmile_job_turns_total\{job_name="own",outcome="done"\} ([2-9]|\d\d)/.test(await kernel.metrics.metrics());
    await until(async () => (await hasTwo(one)) && (await hasTwo(two)));
    expect(await statesOf('own')).toEqual([]);
  });
});

describe('a run', () => {
  it('that fails is retried a little later, and the log says why', async () => {
    const failing = job('failing', (_, time) => {
      if (time === 1) throw new Error('not today');
    });
    const { kernel, lines } = await node(failing);
    await until(async () => (await statesOf('failing'))[0] === 'retry');
    expect(lines[0]).toMatchObject({ level: 'error', job: 'failing', err: { message: 'not today' } });
    expect(failing.times).toBe(1);
    await skipPause('failing');
    await until(async () => (await statesOf('failing'))[0] === 'completed');
    expect(failing.times).toBe(2);
    expect(await kernel.metrics.metrics()).toContain('lastmile_job_turns_total{job_name="failing",outcome="failed"} 1');
  });

  it('of a killed node is retried by another within seconds, whatever its time limit', async () => {
    const { child, runId } = await otherNode('orphan');
    const orphan = job('orphan', () => undefined);
    const { lines } = await node(orphan);
    await sleep(10 * PACE.pollMs);
    expect([orphan.times, await statesOf('orphan')]).toEqual([0, ['active']]);
    child.kill('SIGKILL');
    await until(async () => (await statesOf('orphan'))[0] === 'retry');
    await skipPause('orphan');
    await until(async () => (await statesOf('orphan'))[0] === 'completed');
    expect(orphan.times).toBe(1);
    expect(await runsOf('orphan')).toEqual([runId]);
    // On a busy machine the run may take more than a second and be logged as well.
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { level: 'warn', job: 'orphan', msg: 'the node that ran a job has disappeared; the job will be retried' },
    ]);
  });

  it('is not taken from the node that is running it, however many others there are', async () => {
    const { child, runId } = await otherNode('kept');
    const kept = job('kept', () => undefined);
    await Promise.all([node(kept), node(kept), node(kept)]);
    await sleep(20 * PACE.pollMs);
    expect([kept.times, await statesOf('kept'), await runsOf('kept')]).toEqual([0, ['active'], [runId]]);
    child.kill('SIGKILL');
  });

  it('is aborted when the node loses its lock of the job, and is retried by the next node that gets the lock', async () => {
    let ended = false;
    const loose = job('loose', async ({ signal }, time) => {
      if (time > 1) return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended = true;
      throw new Error('aborted');
    });
    await node(loose);
    await until(() => loose.times === 1);
    await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'lastmile job locks'`);
    await until(() => ended);
    await until(async () => (await statesOf('loose'))[0] === 'retry');
    await node(loose);
    await skipPause('loose');
    await until(async () => (await statesOf('loose'))[0] === 'completed');
    expect(loose.times).toBe(2);
  });

  it('that exceeds its time limit is retried by another node', async () => {
    const over = new AbortController();
    const slow = Object.assign(
      job('slow', (_, time) =>
        time > 1 ? undefined : new Promise((resolve) => over.signal.addEventListener('abort', resolve)),
      ),
      { maxMs: 1_000 },
    );
    await node(slow);
    await until(() => slow.times === 1);
    await node(slow);
    await until(async () => (await statesOf('slow'))[0] === 'retry');
    await skipPause('slow');
    await until(() => slow.times === 2);
    over.abort();
  });

  it('is aborted when the node stops, and another node continues the work', async () => {
    const patient = job('patient', async ({ signal }, time) => {
      if (time > 1) return undefined;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return UNFINISHED;
    });
    const first = await node(patient);
    await until(() => patient.times === 1);
    await first.stop();
    expect(await statesOf('patient')).toEqual(['completed', 'created']);
    await node(patient);
    await until(async () => (await statesOf('patient')).join() === 'completed,completed');
  });

  it('that ignores the abort does not hold up the stop', async () => {
    const over = new AbortController();
    const deaf = job('deaf', () => new Promise((resolve) => over.signal.addEventListener('abort', resolve)));
    const first = await node(deaf);
    await until(() => deaf.times === 1);
    await first.stop();
    expect(await statesOf('deaf')).toEqual(['retry']);
    over.abort();
  });
});

describe('a node that loses its database', () => {
  it('continues when the database is back', async () => {
    const { pathname } = new URL(api.db.url);
    const name = pathname.slice(1);
    const server = api.db.url.replace(pathname, '/postgres');
    const steady = job('steady', async (_, time) => {
      if (time > 1) return undefined;
      await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await endConnections(api.db.url);
      return UNFINISHED;
    });
    const { lines } = await node(steady);
    const away = (line: Record<string, unknown>) => String(line.msg).startsWith('the job queue is unavailable');
    await until(() => lines.some(away));
    await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await until(async () => (await statesOf('steady').catch(() => []))[0] === 'retry');
    await skipPause('steady');
    await until(() => steady.times === 2);
    expect(lines.filter(away)).toHaveLength(1);
  });
});
