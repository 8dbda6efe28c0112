import autocannon from 'autocannon';
import type { Child } from './child.ts';

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

export interface Measured {
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  /** Microseconds of CPU of the server's process for one answer. */
  readonly cpu: number;
}

/** Sends the requests over and over. Throws for an answer that is none. */
export async function measure(child: Child, requests: autocannon.Request[], load: Load): Promise<Measured> {
  const times: number[] = [];
  let started = 0;
  const before = await child.cpu();
  const result = await autocannon({
    url: child.origin,
    connections: load.connections,
    duration: load.seconds,
    requests,
    setupClient: (client) => {
      // Otherwise all connections would walk through the questions side by side.
      const start = Math.floor((requests.length * started++) / load.connections);
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
      client.on('response', (_status, _bytes, milliseconds) => times.push(milliseconds));
    },
  });
  const cpu = ((await child.cpu()) - before) / times.length;
  if (result.errors + result.non2xx > 0 || times.length === 0)
    throw new Error(`${result.errors} errors, ${result.non2xx} refusals, ${times.length} answers`);
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { rate: times.length / result.duration, p50: at(0.5), p95: at(0.95), cpu };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Each figure by itself: a round that something else on the machine disturbed does not count. */
export function medians(rounds: readonly Measured[]): Measured {
  const of = (figure: keyof Measured) => median(rounds.map((round) => round[figure]));
  return { rate: of('rate'), p50: of('p50'), p95: of('p95'), cpu: of('cpu') };
}
