import { createServer, type Server } from 'node:http';
import { expect } from 'vitest';
import type { Place } from './place.ts';

/** The Internet: serves and takes as many octets as it is asked for. */
export class TrafficServer {
  readonly #servers = new Map<string, Server>();

  async listenAt(address: string): Promise<void> {
    const server = createServer((request, answer) => {
      answer.setHeader('Connection', 'close');
      request.resume().on('end', () => answer.end(Buffer.alloc(Number(request.url?.slice(1)))));
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve));
    this.#servers.set(address, server);
  }

  /** The subscriber at `address` of this place uploads and downloads so many octets. */
  async use(place: Place, { address, at, up, down }: { address: string; at: string; up: number; down: number }) {
    const bound = this.#servers.get(at)?.address();
    if (!bound || typeof bound === 'string') throw new Error(`nobody listens at ${at}`);
    const options = ['-sS', '--max-time', '60', '--interface', address, '-o', '/dev/null', '-w', '%{size_download}'];
    const args = [...options, '--data-binary', '@-', `http://${at}:${bound.port}/${down}`];
    const { stdout, stderr } = await place.run('curl', args, { input: 'x'.repeat(up) });
    expect(stdout, stderr).toBe(String(down));
  }

  async close(): Promise<void> {
    for (const server of this.#servers.values()) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}
