import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { SharedSecret } from '../../radius/protocol/crypto/shared-secret.ts';
import { verifyResponseAuthenticator } from '../../radius/protocol/packet/authenticator.ts';
import { AUTHENTICATOR, HEADER, Packet } from '../../radius/protocol/packet/packet.ts';

const TRANSMISSIONS = 4;
const RETRANSMIT_MS = 1_500;
const IDENTIFIERS = 256;

interface Pending {
  readonly request: Buffer;
  readonly done: (answer: Packet | null) => void;
}

interface ExchangeOptions {
  readonly port: number;
  readonly secret: SharedSecret;
  readonly from?: string;
}

/** Requests to one port of a node, and their answers: at most 256 at a time, each repeated while it is unanswered. */
export class Exchange {
  readonly #socket: Socket;
  readonly #secret: SharedSecret;
  readonly #pending = new Map<number, Pending>();
  #last = 0;

  private constructor(socket: Socket, secret: SharedSecret) {
    this.#socket = socket;
    this.#secret = secret;
    socket.on('message', (datagram) => this.#receive(datagram));
    // Nothing listens there: the request is repeated, and given up in the end.
    socket.on('error', () => undefined);
  }

  /** From and to this machine. `from`: the loopback address of the NAS. */
  static async open({ port, secret, from = '127.0.0.1' }: ExchangeOptions): Promise<Exchange> {
    const socket = createSocket('udp4');
    socket.bind(0, from);
    await once(socket, 'listening');
    socket.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Exchange(socket, secret);
  }

  /** Is there room for another request? */
  get isFree(): boolean {
    return this.#pending.size < IDENTIFIERS;
  }

  /** The answer; null if there is none. `encode` makes the datagram. Call it only while `isFree`. */
  async send(encode: (signing: { identifier: number; secret: SharedSecret }) => Buffer): Promise<Packet | null> {
    const identifier = this.#nextIdentifier();
    const request = encode({ identifier, secret: this.#secret });
    return new Promise((resolve) => {
      let left = TRANSMISSIONS;
      const transmit = () => {
        if (left-- > 0) this.#socket.send(request, () => undefined);
        else done(null);
      };
      const timer = setInterval(transmit, RETRANSMIT_MS);
      const done = (answer: Packet | null) => {
        clearInterval(timer);
        this.#pending.delete(identifier);
        resolve(answer);
      };
      this.#pending.set(identifier, { request, done });
      transmit();
    });
  }

  close(): Promise<void> {
    for (const { done } of [...this.#pending.values()]) done(null);
    return new Promise((resolve) => this.#socket.close(resolve));
  }

  #nextIdentifier(): number {
    if (!this.isFree) throw new Error('256 requests are unanswered already');
    do this.#last = (this.#last + 1) % IDENTIFIERS;
    while (this.#pending.has(this.#last));
    return this.#last;
  }

  #receive(datagram: Buffer): void {
    const packet = Packet.parse(datagram);
    const pending = packet && this.#pending.get(packet.identifier);
    if (!packet || !pending) return;
    const authenticator = pending.request.subarray(AUTHENTICATOR, HEADER);
    if (verifyResponseAuthenticator(packet, authenticator, this.#secret)) pending.done(packet);
  }
}
