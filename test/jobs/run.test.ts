import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import type { Kernel } from '../../src/core/kernel.ts';
import { type Job, type Turn, UNFINISHED } from '../../src/jobs/job.ts';
import { startJobs } from '../../src/jobs/run.ts';
import { startApi } from '../fixtures/api.ts';
import { onServer } from '../fixtures/postgres.ts';

const api = await startApi();
const { pool } = api.db;
const HOUR = 3_600_000;
/** About a day, of which much is left: intervals are counted from 1970 on, and none may end while a test runs. */
const INTERVAL = [24, 25, 26].map((hours) => hours * HOUR).find((ms) => ms - (Date.now() % ms) > HOUR) ?? 27 * HOUR;
const PACE = { lookMs: 20, offerMs: 20 };

/** Nodes of one database, stopped behind each test. */
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
  const jobs = await startJobs(kernel, schedule, PACE);
  nodes.push(jobs);
  return { kernel, lines, stop: jobs.stop };
}

/** A node in a process of its own that is at its only job, and the turn that it is at. */
async function otherNode(name: string): Promise<{ child: ChildProcess; turn: string | undefined }> {
  const program = new URL('node-program.ts', import.meta.url);
  const child = fork(program, [api.db.url, name, String(INTERVAL)], { execArgv: ['--import', 'tsx'] });
  nodes.push({ stop: async () => void child.kill('SIGKILL') });
  await once(child, 'message');
  const [turn] = await turnsOf(name);
  return { child, turn };
}

/** A job that is due once, and what it did. */
function job(name: string, run: (turn: Turn, time: number) => unknown): Job & { times: number } {
  const made = {
    name,
    everyMs: INTERVAL,
    times: 0,
    async run(_: Kernel, turn: Turn) {
      made.times += 1;
      return run(turn, made.times);
    },
  };
  return made;
}

async function until(true_: () => unknown): Promise<void> {
  while (!(await true_())) await pause(10);
}

async function statesOf(name: string): Promise<string[]> {
  const { rows } = await pool.query(`SELECT state::text FROM pgboss.job WHERE name = $1 ORDER BY created_on`, [name]);
  return rows.map(({ state }) => state);
}

async function turnsOf(name: string): Promise<string[]> {
  const { rows } = await pool.query(`SELECT id FROM pgboss.job WHERE name = $1 ORDER BY created_on`, [name]);
  return rows.map(({ id }) => id);
}

const hurry = (name: string) =>
  pool.query(`UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = $1 AND state = 'retry'`, [
    name,
  ]);

describe('the jobs of several nodes', () => {
  it('start together on a database that has no queue yet', async () => {
    await pool.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
    const once = job('together', () => undefined);
    await Promise.all([node(once), node(once), node(once)]);
    await until(() => once.times > 0);
    expect(once.times).toBe(1);
  });

  it('have one turn in each interval, whatever the number of nodes', async () => {
    const once = job('once', () => undefined);
    const other = job('other', () => undefined);
    await Promise.all([node(once, other), node(once, other), node(once, other)]);
    await until(async () => (await statesOf('other')).includes('completed'));
    await pause(20 * PACE.lookMs);
    expect([once.times, other.times]).toEqual([1, 1]);
    await node(once);
    await pause(20 * PACE.lookMs);
    expect(await statesOf('once')).toEqual(['completed']);
  });

  it('never have two turns of a job at a time', async () => {
    let now = 0;
    let most = 0;
    const long = job('long', async (_, time) => {
      now += 1;
      most = Math.max(most, now);
      await pause(30);
      now -= 1;
      return time < 12 ? UNFINISHED : undefined;
    });
    await Promise.all([node(long), node(long), node(long)]);
    await until(() => long.times === 12 && now === 0);
    expect(most).toBe(1);
  });

  it('have another turn at once where one ends unfinished, and tell how far they are', async () => {
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
    expect(text).toContain('lastmile_job_turns_total{job="counting",outcome="unfinished"} 2');
    expect(text).toContain('lastmile_job_turns_total{job="counting",outcome="done"} 1');
    expect(text).toContain('lastmile_job_processed{job="counting"} 30');
    expect(text).toContain('lastmile_job_total{job="counting"} 30');
    expect(text).toContain('lastmile_job_running{job="counting"} 0');
    expect(text).toMatch(/lastmile_job_seconds\{job="counting"\} \d/);
    expect(text).toMatch(/lastmile_job_ended_timestamp_seconds\{job="counting",outcome="done"\} \d{10}/);
  });
});

describe('a job of every node', () => {
  it('runs on each of them, on its interval, and in no queue', async () => {
    const own = Object.assign(
      job('own', () => undefined),
      { onEveryNode: true, everyMs: 50 },
    );
    const [one, two] = [await node(own), await node(own)];
    const hasTwo = async ({ kernel }: Node) =>
      /lastmile_job_turns_total\{job="own",outcome="done"\} ([2-9]|\d\d)/.test(await kernel.metrics.metrics());
    await until(async () => (await hasTwo(one)) && (await hasTwo(two)));
    expect(await statesOf('own')).toEqual([]);
  });
});

describe('a turn', () => {
  it('that fails is tried again a little later, and the log says why', async () => {
    const failing = job('failing', (_, time) => {
      if (time === 1) throw new Error('not today');
    });
    const { kernel, lines } = await node(failing);
    await until(async () => (await statesOf('failing'))[0] === 'retry');
    expect(lines[0]).toMatchObject({ level: 'error', job: 'failing', err: { message: 'not today' } });
    expect(failing.times).toBe(1);
    await hurry('failing');
    await until(async () => (await statesOf('failing'))[0] === 'completed');
    expect(failing.times).toBe(2);
    expect(await kernel.metrics.metrics()).toContain('lastmile_job_turns_total{job="failing",outcome="failed"} 1');
  });

  it('of a node that was killed goes to another within seconds, however long it might have lasted', async () => {
    const { child, turn } = await otherNode('orphan');
    const orphan = job('orphan', () => undefined);
    const { lines } = await node(orphan);
    await pause(10 * PACE.lookMs);
    expect([orphan.times, await statesOf('orphan')]).toEqual([0, ['active']]);
    child.kill('SIGKILL');
    await until(async () => (await statesOf('orphan'))[0] === 'retry');
    await hurry('orphan');
    await until(async () => (await statesOf('orphan'))[0] === 'completed');
    expect(orphan.times).toBe(1);
    expect(await turnsOf('orphan')).toEqual([turn]);
    // A turn of a second or more, as on a busy machine, is told of as well.
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { level: 'warn', job: 'orphan', msg: 'the node that ran a job has disappeared; the job will be retried' },
    ]);
  });

  it('is not taken from a node that is at it by any number of others', async () => {
    const { child, turn } = await otherNode('kept');
    const kept = job('kept', () => undefined);
    await Promise.all([node(kept), node(kept), node(kept)]);
    await pause(20 * PACE.lookMs);
    expect([kept.times, await statesOf('kept'), await turnsOf('kept')]).toEqual([0, ['active'], [turn]]);
    child.kill('SIGKILL');
  });

  it('is told to end when the node loses its hold of the job, and goes to whichever takes it next', async () => {
    let ended = false;
    const loose = job('loose', async ({ signal }, time) => {
      if (time > 1) return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended = true;
      throw new Error('told to end');
    });
    await node(loose);
    await until(() => loose.times === 1);
    await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'lastmile jobs held'`);
    await until(() => ended);
    await until(async () => (await statesOf('loose'))[0] === 'retry');
    await node(loose);
    await hurry('loose');
    await until(async () => (await statesOf('loose'))[0] === 'completed');
    expect(loose.times).toBe(2);
  });

  it('that has not ended when its time is over is left to another node', async () => {
    const over = new AbortController();
    const slow = Object.assign(
      job('slow', (_, time) =>
        time > 1 ? undefined : new Promise((resolve) => over.signal.addEventListener('abort', resolve)),
      ),
      { mostMs: 1_000 },
    );
    await node(slow);
    await until(() => slow.times === 1);
    await node(slow);
    await until(async () => (await statesOf('slow'))[0] === 'retry');
    await hurry('slow');
    await until(() => slow.times === 2);
    over.abort();
  });

  it('is told to end when the node stops, and the work goes on elsewhere', async () => {
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

  it('that does not end is left behind by the stop', async () => {
    const over = new AbortController();
    const deaf = job('deaf', () => new Promise((resolve) => over.signal.addEventListener('abort', resolve)));
    const first = await node(deaf);
    await until(() => deaf.times === 1);
    await first.stop();
    expect(await statesOf('deaf')).toEqual(['retry']);
    over.abort();
  });
});

describe('a node whose database goes away', () => {
  it('goes on when it is back', async () => {
    const { pathname } = new URL(api.db.url);
    const name = pathname.slice(1);
    const server = api.db.url.replace(pathname, '/postgres');
    const steady = job('steady', async (_, time) => {
      if (time > 1) return undefined;
      await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await onServer(
        server,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`,
      );
      return UNFINISHED;
    });
    const { lines } = await node(steady);
    const away = (line: Record<string, unknown>) => String(line.msg).startsWith('the job queue is unavailable');
    await until(() => lines.some(away));
    await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await until(async () => (await statesOf('steady').catch(() => []))[0] === 'retry');
    await hurry('steady');
    await until(() => steady.times === 2);
    expect(lines.filter(away)).toHaveLength(1);
  });
});
