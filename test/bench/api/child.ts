import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A server in a process of its own. */
export interface Child {
  readonly origin: string;
  /** What it answers to a message. */
  ask<T>(message: string): Promise<T>;
  /** CPU time of its process until now, in microseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

export async function startChild(file: string, settings: object): Promise<Child> {
  const child = fork(new URL(file, import.meta.url), { env: { ...process.env, NODE_ENV: 'production' } });
  child.send(settings);
  const { port } = await answerOf<AddressInfo>(child);
  const ask = async <T>(message: string): Promise<T> => {
    child.send(message);
    return answerOf<T>(child);
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    ask,
    cpu: async () => {
      const { user, system } = await ask<NodeJS.CpuUsage>('cpu');
      return user + system;
    },
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(child, 'exit', { signal }).then(([code]) => Promise.reject(new Error(`a server ended: ${code}`)));
  ended.catch(() => undefined);
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), ended]);
    return answer as T;
  } finally {
    heard.abort();
  }
}
