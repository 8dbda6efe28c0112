import type { Socket } from 'node:dgram';
import type { Directory } from '../state/directory/directory.ts';
import type { PacketHandler } from './packet-handler.ts';
import { RequestServer, type RequestServerOptions, type Source } from './request-server.ts';
import { SendQueue } from './send-queue.ts';
import { plainAddress } from './udp.ts';

export interface UdpServerOptions extends RequestServerOptions {
  readonly socket: Socket;
  readonly directory: Directory;
}

/** One UDP port: the source address of a packet says who sent it. */
export class UdpServer {
  readonly #options: UdpServerOptions;
  readonly #requests: RequestServer;
  readonly #sendQueue: SendQueue;

  constructor(options: UdpServerOptions) {
    this.#options = options;
    const sendQueue = new SendQueue(options.socket);
    this.#sendQueue = sendQueue;
    this.#requests = new RequestServer(options, (bytes, { port, address }) => sendQueue.add({ bytes, port, address }));
  }

  /** Number of requests that are neither answered nor abandoned yet. */
  get pending(): number {
    return this.#requests.pending;
  }

  /** Number of requests whose retransmission would be recognised. */
  get remembered(): number {
    return this.#requests.remembered;
  }

  serve(handler: PacketHandler): void {
    this.#requests.serve(handler);
    this.#options.socket.on('message', this.#receive);
    this.#options.socket.on('error', (error) => this.#options.log.error({ err: error }, 'a RADIUS socket failed'));
  }

  /** Takes no more packets; pending requests can still be answered. */
  stopReading(): void {
    this.#options.socket.off('message', this.#receive);
  }

  async close(): Promise<void> {
    this.#requests.close();
    this.#sendQueue.sendAll();
    await new Promise<void>((resolve) => this.#options.socket.close(resolve));
  }

  readonly #receive = (datagram: Buffer, from: Source): void => {
    try {
      const hop = this.#options.directory.hopAt(plainAddress(from.address));
      if (hop) this.#requests.receive(datagram, hop, from);
      else this.#countUnknown(datagram, from);
    } catch (error) {
      this.#requests.fail(error);
    }
  };

  #countUnknown(datagram: Buffer, { address }: Source): void {
    this.#requests.counts.unknownSource.count += 1;
    this.#options.unknownSources.note(plainAddress(address), datagram);
  }
}
