import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the range that systems draw outgoing ports from, so that a port chosen now is still free when it is used. */
const LOWEST = 20_000;
const COUNT = 2_000;
/** So many workers have ports of their own: what one has chosen, and not yet used, another one may not choose. */
const WORKERS = 6;
const FIRST = LOWEST + COUNT * (Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS);

const taken = new Set<number>();

/** A port of 127.0.0.1 that is free for TCP and for UDP, and that this worker has not handed out before. */
export const freePort = (): Promise<number> => freePortOf(FIRST, COUNT);

/** The same, for programs that take no longer numbers. */
export const fourDigitPort = (): Promise<number> => freePortOf(4_000, 6_000);

async function freePortOf(lowest: number, count: number): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    if (taken.has(port) || !(await isFree(port))) continue;
    taken.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const udp = createSocket('udp4');
  const tcp = createServer();
  const free =
    (await succeeds(udp, () => udp.bind(port, '0.0.0.0'))) &&
    (await succeeds(tcp, () => tcp.listen(port, '127.0.0.1')));
  await Promise.allSettled([
    new Promise<void>((resolve) => udp.close(resolve)),
    new Promise<unknown>((resolve) => tcp.close(resolve)),
  ]);
  return free;
}

interface Emitter {
  once(event: 'listening', listener: () => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
}

function succeeds(socket: Emitter, open: () => unknown): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('listening', () => resolve(true));
    socket.once('error', () => resolve(false));
    open();
  });
}
