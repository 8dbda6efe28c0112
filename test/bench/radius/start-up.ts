import { setTimeout as sleep } from 'node:timers/promises';
import { radload } from './measured.ts';
import { OurNode } from './our-node.ts';
import { provision } from './provision.ts';
import type { Tools } from './tools.ts';

const MUST = { seconds: 30, megabytes: 1536 };

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
    const met = answered <= MUST.seconds && peak <= MUST.megabytes ? 'met' : 'MISSED';
    say(
      `\nstart with ${services} services, ${online} of them online: first answer after ${answered.toFixed(1)} s, all in memory after ${ready.toFixed(1)} s;`,
    );
    say(`${now.toFixed(0)} MB, ${peak.toFixed(0)} MB maximum (goal ${MUST.seconds} s, ${MUST.megabytes} MB: ${met})`);
  } finally {
    await node.stop();
  }
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
