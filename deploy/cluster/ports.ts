import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { ClusterError } from './failure.ts';

/** Nodes that a cluster has at most. */
export const MAX_NODES = 5;
const AT = Array.from({ length: MAX_NODES }, (_, at) => at + 1);

/** In this order from the base port on: first what others connect to. */
const NAMES = [
  ...['api', 'radiusAuth', 'radiusAcct', 'database'],
  ...AT.flatMap((at) => [`node${at}Http`, `node${at}Auth`, `node${at}Acct`, `node${at}Link`]),
  ...[1, 2, 3].flatMap((at) => [`postgres${at}`, `patroni${at}`]),
  ...['etcdClient', 'etcdPeer'],
];

/** Below the range that systems draw outgoing ports from, so that a port chosen now is still free when it is used. */
const LOWEST = 20_000;
const COUNT = 12_000;
const TRIES = 200;

/** The ports of a cluster: consecutive ones, each known by its name. */
export class Ports {
  readonly base: number;

  constructor(base: number) {
    this.base = base;
  }

  of(name: string): number {
    const at = NAMES.indexOf(name);
    if (at < 0) throw new Error(`there is no port ${name}`);
    return this.base + at;
  }

  /** @throws ClusterError if one of them is in use */
  async checkFree(): Promise<void> {
    for (const [at, name] of NAMES.entries()) {
      if (await isFree(this.base + at)) continue;
      throw new ClusterError(`Port ${this.base + at} (${name}) is in use: choose another --base-port, or none.`);
    }
  }

  /** Free ones. */
  static async choose(): Promise<Ports> {
    for (let tries = 0; tries < TRIES; tries++) {
      const ports = new Ports(LOWEST + Math.floor(Math.random() * (COUNT - NAMES.length)));
      const isUsable = await ports.checkFree().then(
        () => true,
        () => false,
      );
      if (isUsable) return ports;
    }
    throw new ClusterError(`There are no ${NAMES.length} free ports in a row between ${LOWEST} and ${LOWEST + COUNT}.`);
  }
}

async function isFree(port: number): Promise<boolean> {
  const udp = createSocket('udp4');
  const tcp = createServer();
  const free =
    (await succeeds(udp, () => udp.bind(port, '127.0.0.1'))) &&
    (await succeeds(tcp, () => tcp.listen(port, '127.0.0.1')));
  await Promise.all([new Promise<void>((done) => udp.close(() => done())), new Promise((done) => tcp.close(done))]);
  return free;
}

interface Emitter {
  once(event: 'listening', listener: () => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
}

function succeeds(socket: Emitter, open: () => unknown): Promise<boolean> {
  return new Promise((done) => {
    socket.once('listening', () => done(true));
    socket.once('error', () => done(false));
    open();
  });
}
