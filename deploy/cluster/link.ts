import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy between a node and HAProxy that can fall silent, as a network that drops packets: it forwards nothing then,
 * while connections stay open and new ones are accepted. Afterwards what was sent meanwhile arrives, an end too.
 */
export class Link {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isCut = false;

  private constructor(target: number) {
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client, target));
  }

  /** @param target the port that connections are forwarded to, both of 127.0.0.1 */
  static async open(port: number, target: number): Promise<Link> {
    const link = new Link(target);
    await new Promise<void>((resolve, reject) => {
      link.#server.once('error', reject);
      link.#server.listen(port, '127.0.0.1', resolve);
    });
    return link;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  cut(): void {
    this.#isCut = true;
    for (const [one, other] of this.#pairs) {
      one.unpipe(other).pause();
      other.unpipe(one).pause();
    }
  }

  join(): void {
    this.#isCut = false;
    for (const pair of this.#pairs) this.#forward(pair);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await closed;
  }

  #accept(client: Socket, target: number): void {
    const server = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true).on('error', () => undefined);
      socket.on('close', () => this.#forward(pair));
    }
    this.#forward(pair);
  }

  #forward(pair: readonly [Socket, Socket]): void {
    if (this.#isCut) return;
    const [client, server] = pair;
    if (client.destroyed || server.destroyed) {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
      return;
    }
    client.pipe(server);
    server.pipe(client);
  }
}
