import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import { logins } from './loads.ts';
import type { Measured } from './measured.ts';
import type { OurNode } from './our-node.ts';

export interface HammeredMatch {
  readonly node: OurNode;
  /** Path of the load generator. */
  readonly program: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** Connections of the attacker, each of which sends the next password when it has its answer. */
const CONNECTIONS = 64;
/** Part of the rate without the attacker. */
const MUST = 0.97;

/** PAP log-ins while somebody tries passwords of one login user all the time, against the same without, in alternating rounds. */
export async function hammered(match: HammeredMatch, say: (line: string) => void): Promise<void> {
  const pairs: { quiet: Measured; under: Measured; attempts: number }[] = [];
  for (let round = 0; round < match.rounds; round++) {
    const quietFirst = round % 2 === 0;
    const before = quietFirst ? await load(match, round) : undefined;
    const attack = hammer(match.node.ports.http);
    await sleep(1_000);
    const begun = attack.attempts();
    const under = await load(match, round);
    const attempts = (attack.attempts() - begun) / (match.seconds + 2);
    await attack.stop();
    pairs.push({ quiet: before ?? (await load(match, round)), under, attempts });
  }
  const of = (figure: (pair: (typeof pairs)[number]) => number) => median(pairs.map(figure));
  const ratios = pairs.map(({ quiet, under }) => under.rate / quiet.rate);
  const print = table(
    [
      'PAP',
      'without/s',
      'attacked/s',
      'RATE',
      'least',
      'p95',
      'attacked',
      'cores',
      'attacked',
      'attempts/s',
      'bad',
      'goal',
    ],
    say,
  );
  print([
    'passwords of one user are tried',
    of(({ quiet }) => Math.round(quiet.rate)),
    of(({ under }) => Math.round(under.rate)),
    median(ratios),
    Math.min(...ratios),
    of(({ quiet }) => quiet.p95),
    of(({ under }) => under.p95),
    of(({ quiet }) => quiet.cores.node ?? 0),
    of(({ under }) => under.cores.node ?? 0),
    of(({ attempts }) => Math.round(attempts)),
    pairs.reduce((sum, { quiet, under }) => sum + quiet.bad + under.bad, 0),
    `${median(ratios) >= MUST ? 'must' : 'MISSED'} rate ${MUST}`,
  ]);
}

function load({ node, program, seconds }: HammeredMatch, number: number): Promise<Measured> {
  const target = { auth: node.ports.auth, acct: node.ports.acct, pids: { node: node.pid } };
  return logins()({ side: 'ours', target, program, number, seconds });
}

/** Tries one password after the other at the console's sign-in. */
function hammer(port: number): { attempts(): number; stop(): Promise<unknown> } {
  const url = `http://127.0.0.1:${port}`;
  const headers = { 'content-type': 'application/json', 'x-lastmile': 'console', origin: url };
  let attempts = 0;
  let isOver = false;
  const tryAll = async (first: number) => {
    for (let at = first; !isOver; at += CONNECTIONS) {
      const body = JSON.stringify({ json: { username: 'victim', password: `password-${at}` } });
      const response = await fetch(`${url}/trpc/login.start`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      if (response.status !== 401 && response.status !== 429) throw new Error(`an attempt got ${response.status}`);
      attempts += 1;
    }
  };
  const running = Array.from({ length: CONNECTIONS }, (_, at) => tryAll(at));
  return {
    attempts: () => attempts,
    stop: () => {
      isOver = true;
      return Promise.all(running);
    },
  };
}
