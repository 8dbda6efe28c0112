import type { Request } from 'autocannon';
import { answerOf, questionsOf, requestsOf, resultOf } from './ask.ts';
import { type Child, startChild } from './child.ts';
import type { HotList } from './hot-lists.ts';
import { type Measured, measure, median, medians } from './load.ts';
import { statementOf } from './statement.ts';
import { table } from './table.ts';

const CONNECTIONS = [8, 32];
/** Of the questions, how many answers are held against the rival's. */
const CHECKED = 25;

export interface Match {
  readonly ours: Child;
  /** The database that both ask. */
  readonly url: string;
  readonly lists: readonly HotList[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

interface Rival {
  readonly child: Child;
  requestsOf(list: HotList): Request[];
}

/** The hot lists through REST against a bare route that sends the same statements. */
export async function sideBySide(match: Match, say: (line: string) => void): Promise<void> {
  const rival = await startRival(match);
  const print = table(
    ['', 'c', 'rows', 'ours/s', 'bare/s', 'RATE', 'p50 ours', 'bare', 'p95 ours', 'bare', 'P95', 'CPU us ours', 'bare'],
    say,
  );
  try {
    for (const list of match.lists) {
      const rows = await sameAnswers(match.ours, rival, list);
      for (const connections of CONNECTIONS) {
        const { ours, bare, rate, p95 } = await duel({ match, rival, list, connections });
        print([
          list.name,
          connections,
          rows,
          ours.rate,
          bare.rate,
          rate,
          ours.p50,
          bare.p50,
          ours.p95,
          bare.p95,
          p95,
          ours.cpu,
          bare.cpu,
        ]);
      }
    }
  } finally {
    await rival.child.stop();
  }
}

async function startRival({ lists, url, connections }: Match): Promise<Rival> {
  const statements = lists.flatMap((list) => questionsOf(list).map((question) => statementOf(list, question)));
  const child = await startChild('./bare-server.ts', { url, statements, connections });
  let next = 0;
  const starts = new Map(
    lists.map((list) => {
      const start = next;
      next += questionsOf(list).length;
      return [list, start];
    }),
  );
  const requests = (list: HotList): Request[] =>
    questionsOf(list).map((_, at) => ({ method: 'GET', path: `/${(starts.get(list) ?? 0) + at}` }));
  return { child, requestsOf: requests };
}

/** Both find the same rows in the same order; returns how many on average. */
async function sameAnswers(ours: Child, rival: Rival, list: HotList): Promise<number> {
  let rows = 0;
  const theirs = rival.requestsOf(list);
  for (const [at, asked] of requestsOf(list).slice(0, CHECKED).entries()) {
    const mine = await resultOf(ours, asked);
    const bare = (await answerOf(rival.child, theirs[at] ?? {})) as Record<string, unknown>[];
    const keys = (of: Record<string, unknown>[]) => of.map((row) => String(Object.values(row)[0])).join();
    if (keys(mine) !== keys(bare)) throw new Error(`${list.name}: ${keys(mine)} or ${keys(bare)}`);
    rows += mine.length;
  }
  if (rows === 0) throw new Error(`${list.name} finds nothing`);
  return rows / CHECKED;
}

interface Duel {
  readonly match: Match;
  readonly rival: Rival;
  readonly list: HotList;
  readonly connections: number;
}

/** Rounds alternate, so that what else runs on the machine burdens both; the ratios are of one round each. */
async function duel({ match, rival, list, connections }: Duel) {
  const load = { connections, seconds: match.seconds };
  const [mine, theirs] = [requestsOf(list), rival.requestsOf(list)];
  const warmUp = { connections, seconds: 1 };
  await measure(match.ours, mine, warmUp);
  await measure(rival.child, theirs, warmUp);
  const pairs: { ours: Measured; bare: Measured }[] = [];
  for (let round = 0; round < match.rounds; round++) {
    const ours = await measure(match.ours, mine, load);
    pairs.push({ ours, bare: await measure(rival.child, theirs, load) });
  }
  return {
    ours: medians(pairs.map((pair) => pair.ours)),
    bare: medians(pairs.map((pair) => pair.bare)),
    rate: median(pairs.map(({ ours, bare }) => ours.rate / bare.rate)),
    p95: median(pairs.map(({ ours, bare }) => ours.p95 / bare.p95)),
  };
}
