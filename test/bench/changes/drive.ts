import { Agent, request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Request } from 'autocannon';
import type { Child } from '../api/child.ts';

export interface Driven {
  readonly seconds: number;
  /** Milliseconds of each call, shortest first. */
  readonly times: readonly number[];
}

/** Sends each request once, `width` of them at a time. @throws Error for the first that is refused */
export async function drive(
  child: Pick<Child, 'origin'>,
  requests: readonly Request[],
  width: number,
): Promise<Driven> {
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  const waiting = requests.values();
  const times: number[] = [];
  const startedAt = performance.now();
  const caller = async (): Promise<void> => {
    for (const request of waiting) {
      const sentAt = performance.now();
      await send(agent, child.origin, request);
      times.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: width }, caller));
    return { seconds: (performance.now() - startedAt) / 1000, times: times.sort((left, right) => left - right) };
  } finally {
    agent.destroy();
  }
}

function send(agent: Agent, origin: string, { path, headers, body }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = open(`${origin}${path}`, {
      agent,
      method: 'POST',
      headers: (headers ?? {}) as Record<string, string>,
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      text(response).then((answer) => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${path} ${String(body)}: ${answer}`));
      }, reject);
    });
    outgoing.end(String(body));
  });
}
