import { setTimeout as sleep } from 'node:timers/promises';
import { radload } from './measured.ts';
import { OurNode } from './our-node.ts';
import { provision } from './provision.ts';
import type { Tools } from './tools.ts';

/** Of a node with so many services at most: seconds to the first answer and until all are in memory, and megabytes. */
const MUST = [
  { services: 1_000_000, answered: 30, ready: 30, megabytes: 1536 },
  { services: 10_000_000, answered: 5, ready: 120, megabytes: 7168 },
];

/** Log-ins a second to the node that has all in memory, and for how long: every periodic job has a turn meanwhile. */
const LOG_INS = { rate: 500, seconds: 90 };

interface Size {
  readonly services: number;
  /** Number of those with an open session. */
  readonly online: number;
}

/** How long a node with so many services takes until its first answer and until all are in memory; and how much memory. */
export async function startUp(tools: Tools, { services, online }: Size, say: (line: string) => void): Promise<void> {
  const url = await tools.database('lastmile_large');
  await provision(url, { count: services, leasing: 0, online });
  say(`provisioned ${services} services, ${online} of them online`);
  await tools.checkpoint();
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const node = await OurNode.start(url);
  try {
    await firstAnswer(tools.radload, node, services >> 1);
    const answered = seconds();
    await node.ready();
    const ready = seconds();
    const { now, peak } = await node.memory();
    const must = MUST.find((each) => services <= each.services);
    const met = must && answered <= must.answered && ready <= must.ready && peak <= must.megabytes ? 'met' : 'MISSED';
    say(
      `\nstart with ${services} services, ${online} of them online: first answer after ${answered.toFixed(1)} s, all in memory after ${ready.toFixed(1)} s;`,
    );
    say(`${now.toFixed(0)} MB, ${peak.toFixed(0)} MB maximum (goal: ${met})`);
    await logIns(tools.radload, node, services, say);
    const jobs = (await node.jobs()).slice(0, 6).map(([job, took]) => `${job} ${took.toFixed(2)} s`);
    say(`the longest last runs of jobs: ${jobs.join(', ')}`);
  } finally {
    await node.stop();
  }
}

/** Log-ins all over the table, as after a power cut but at a steady rate. */
async function logIns(program: string, node: OurNode, services: number, say: (line: string) => void): Promise<void> {
  const { rate, seconds } = LOG_INS;
  const users = [
    '--users',
    String(services),
    '--sessions',
    String(Math.min(services, rate * seconds * 2)),
    '--shuffle',
  ];
  const load = ['--script', 'auth', ...users, '--passes', '0', '--rate', String(rate), '--duration', String(seconds)];
  const { p50, p95, p99, bad } = await radload(program, { ...node.ports, pids: {} }, [...load, '--expect', 'any']);
  say(
    `${rate} log-ins a second: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${bad} bad`,
  );
}

/** Repeats the log-in of a user in the middle of the table until it is answered. */
async function firstAnswer(program: string, node: OurNode, user: number): Promise<void> {
  const target = { ...node.ports, pids: {} };
  const login = ['--script', 'auth', '--first-session', String(user), '--sessions', '1', '--users', String(user + 1)];
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const { bad } = await radload(program, target, [...login, '--timeout', '100', '--retries', '0']);
    if (bad === 0) return;
    await sleep(10);
  }
  throw new Error('our node does not answer');
}
