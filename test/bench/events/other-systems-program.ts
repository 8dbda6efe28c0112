import { once } from 'node:events';
import { Commits } from './commits.ts';
import { type ReadEvents, Reader } from './reader.ts';
import { type Caller, list, receiver, stream } from './ways.ts';

/**
 * What is outside the node: the one who makes changes, and three readers of the feed, in a process of their own so that their CPU
 * can be told from the node's. It is told `begin` (without the feed), `begin feed` and `end`.
 */
export interface Settings {
  readonly url: string;
  readonly caller: Caller;
  readonly perSecond: number;
}

/** Of one window. */
export interface Feed {
  /** Changes that were committed. */
  readonly changes: number;
  readonly seconds: number;
  /** By the way of reading. Empty without the feed. */
  readonly ways: Readonly<Record<string, ReadEvents>>;
}

/** What is left after that is told by the counts; a webhook, which is called for one event after another, may need longer. */
const WAITS_MS = 10_000;

const [{ url, caller, perSecond }] = (await once(process, 'message')) as [Settings];
const commits = await Commits.open(url);
const ways = {
  'event/list': new Reader('event/list', commits),
  'event/stream': new Reader('event/stream', commits),
  webhook: new Reader('webhook', commits),
};
const readers = Object.values(ways);
const { port } = await receiver(ways.webhook);
let startedAt = 0;
let isFed = false;

process.on('message', async (message) => process.send?.(await answerTo(message)));
process.send?.({ port });
// Neither returns. What they throw ends this process, and so the bench.
await Promise.all([list(caller, ways['event/list']), stream(caller, ways['event/stream'])]);

async function answerTo(message: unknown): Promise<object> {
  if (message === 'cpu') return process.cpuUsage();
  if (message === 'end') return end();
  isFed = message === 'begin feed';
  for (const reader of readers) reader.begin();
  startedAt = performance.now();
  commits.begin(perSecond);
  return {};
}

async function end(): Promise<Feed> {
  for (const reader of readers) reader.mark();
  const changes = await commits.end();
  const seconds = (performance.now() - startedAt) / 1000;
  const made = isFed ? changes : 0;
  const read = Object.entries(ways).map(async ([name, reader]) => [name, await reader.read(made, WAITS_MS)] as const);
  return { changes, seconds, ways: isFed ? Object.fromEntries(await Promise.all(read)) : {} };
}
