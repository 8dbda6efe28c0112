import { type Size, startOfSession } from '../dataset.ts';
import { request, resultOf } from './ask.ts';
import type { Child } from './child.ts';
import { table } from './table.ts';

/** Each about another address and another instant, so that little of the answer is in memory by chance. */
const QUESTIONS = 200;
/** The ISPs of the dataset are in India. */
const INDIA_MS = 5.5 * 3_600_000;
/** What an answer of `radius/trace` may take. */
const WANTED_MS = 50;

type Period = Parameters<typeof startOfSession>[2];

/**
 * `radius/trace` about an instant of two years, in the log and in the archive, one request at a time. Each writes its audit event.
 * The cheapest list, of the same subscribers, tells what a request costs on this machine anyway.
 */
export async function traces(child: Child, size: Size, say: (line: string) => void): Promise<void> {
  const head = [
    `one at a time, ${size.services} services`,
    'median ms',
    'p95 ms',
    'longest ms',
    `over ${WANTED_MS} ms`,
  ];
  const print = table(head, say);
  for (const [name, question] of [
    ['service/list by id', byId],
    ['radius/trace, this year', traceIn('log')],
    ['radius/trace, archived', traceIn('archive')],
  ] as const) {
    const times = await timesOf(child, size, question);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    print([name, at(0.5), at(0.95), at(1), times.filter((time) => time > WANTED_MS).length]);
  }
}

interface About {
  readonly service: number;
  readonly session: number;
  readonly size: Size;
}

interface Asked {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The column with the id of the service, which must be among the rows. */
  readonly found: string;
}

const byId = ({ service }: About): Asked => ({
  path: '/api/service/list',
  parameters: { serviceid: String(service) },
  found: 'serviceid',
});

const traceIn =
  (period: Period) =>
  ({ service, session, size: { sessions } }: About): Asked => ({
    path: '/api/radius/trace',
    parameters: {
      ip: addressOf(service),
      at: localText(startOfSession(session, sessions, period) + 1_800_000),
      reason: 'measurement',
    },
    found: 'serviceid',
  });

/** In milliseconds, the shortest first. The first request, which prepares the server, does not count. */
async function timesOf(child: Child, size: Size, question: (about: About) => Asked): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number <= QUESTIONS; number++) {
    const session = 1 + Math.floor((number / (QUESTIONS + 1)) * size.sessions);
    const service = ((session * 7919) % size.services) + 1;
    const { path, parameters, found } = question({ service, session, size });
    const started = performance.now();
    const rows = await resultOf(child, request(path, ((service - 1) % size.isps) + 1, parameters));
    if (number > 0) times.push(performance.now() - started);
    if (!rows.some((row) => Number(row[found]) === service))
      throw new Error(`${path}: ${service} is not among the found`);
  }
  return times.sort((one, other) => one - other);
}

/** 10.0.0.0 and so many more. */
const addressOf = (service: number) => `10.${service >> 16}.${(service >> 8) & 255}.${service & 255}`;

const localText = (at: number) => new Date(at + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ');
