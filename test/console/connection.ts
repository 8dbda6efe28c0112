import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../fixtures/at-end.ts';

/** The connection of a telephone to a node, which can be lost. */
export interface Connection {
  /** The address of the node through it. */
  readonly url: string;
  /** Ends what is open; what comes is refused. */
  cut(): void;
  restore(): void;
}

export async function connectionTo(node: string): Promise<Connection> {
  const { hostname, port } = new URL(node);
  const open = new Set<Socket>();
  let isCut = false;
  const relay = createServer((client) => {
    if (isCut) return void client.destroy();
    const server = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  atEnd(() => {
    relay.close();
    endAll();
  });
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      endAll();
    },
    restore() {
      isCut = false;
    },
  };
}
