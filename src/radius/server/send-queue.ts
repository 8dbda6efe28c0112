import type { Socket } from 'node:dgram';

interface Datagram {
  readonly bytes: Buffer;
  readonly port: number;
  readonly address: string;
}

/**
 * Sends datagrams behind the reading of all packets that are at hand. Whoever receives them is woken once for many rather
 * than for each, and wakes us once with many: under load that is a quarter of the CPU of a log-in, and a lone packet
 * waits for nothing.
 */
export class SendQueue {
  readonly #socket: Socket;
  #waiting: Datagram[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  add(departure: Datagram): void {
    if (this.#waiting.push(departure) === 1) setImmediate(() => this.sendAll());
  }

  sendAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const departure of waiting) this.#send(departure);
  }

  /** What cannot be sent, to a forged source port 0 or behind the end of the socket, keeps nothing else from being sent. */
  #send({ bytes, port, address }: Datagram): void {
    try {
      // Nobody asks what became of it, which would cost a tick for each: an unreachable NAS asks again when it is back.
      this.#socket.send(bytes, port, address);
    } catch {
      // Nobody is there to hear it.
    }
  }
}
