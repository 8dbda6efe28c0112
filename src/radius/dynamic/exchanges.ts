import type { Socket } from 'node:dgram';
import type { Logger } from '../../config/log.ts';
import { type DynamicAnswer, encodeDynamicRequest, readDynamicAnswer } from '../protocol/packet/dynamic-request.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import { addressOn } from '../server/udp.ts';
import type { Nas } from '../state/directory/nas.ts';
import type { Destination } from './destination.ts';
import { Destinations } from './destinations.ts';
import type { Reply, RequestContent } from './request-content.ts';
import type { Route } from './route.ts';
import { transmit } from './transmission.ts';

export interface ExchangesOptions {
  readonly socket: Socket;
  /** Sends a request down a RadSec connection, of this node or of another; null: no answer. */
  readonly overTls: (identity: string, content: RequestContent) => Promise<Reply | null>;
  readonly metrics: RadiusMetrics;
  readonly now: () => number;
  readonly log: Logger;
  /** How long each transmission waits for a response. */
  readonly waitsMs?: readonly number[];
  /** How long a silent NAS is left alone. */
  readonly pauseMs?: number;
}

export const WAITS_MS = [1_000, 2_000, 3_000];
const PAUSE_MS = 10_000;

/** The destination of a request, and its answer; null: none came; undefined: nothing was sent, since the NAS is paused. */
export interface Exchanged {
  readonly destination: Destination;
  readonly answer: Reply | null | undefined;
}

export interface Recipient {
  readonly nas: Nas;
  readonly route: Route;
}

interface Delivery extends Recipient {
  readonly destination: Destination;
  readonly identifier: number;
}

/** Sends requests to NASes from one socket, or down their RadSec connections, and waits for the answers. */
export class Exchanges {
  readonly #options: ExchangesOptions;
  readonly #destinations: Destinations;
  #isClosed = false;

  constructor(options: ExchangesOptions) {
    this.#options = options;
    this.#destinations = new Destinations(options.pauseMs ?? PAUSE_MS);
    options.socket.on('message', this.#receive);
    options.socket.on('error', () => undefined); // an unreachable NAS is a silent one
  }

  /** NASes that answer nothing. */
  get silent(): number {
    return this.#destinations.silent;
  }

  /** The destination if nothing would be sent there now. */
  paused({ nas, route }: Recipient): Destination | undefined {
    const destination = this.#destinations.known(nas, route);
    return destination?.isPaused(this.#options.now()) ? destination : undefined;
  }

  /** Sends nothing more; pending requests remain unanswered. */
  close(): Promise<void> {
    this.#isClosed = true;
    return new Promise((resolve) => this.#options.socket.close(resolve));
  }

  async exchange(
    { nas, route }: Recipient,
    content: Omit<RequestContent, 'at'>,
    evenIfPaused: boolean,
  ): Promise<Exchanged> {
    const { now, overTls } = this.#options;
    const destination = this.#destinations.of(nas, route);
    const identifier = await destination.acquire(evenIfPaused, now());
    if (identifier === null) return { destination, answer: undefined };
    const delivery = { nas, route, destination, identifier };
    let answer: Reply | null = null;
    try {
      const packet = { ...content, identifier, at: new Date(now()) };
      answer =
        route.tlsIdentity === null
          ? await this.#overUdp(delivery, encodeDynamicRequest(packet, route.secret))
          : await overTls(route.tlsIdentity, packet);
    } finally {
      this.#release(delivery, answer !== null);
    }
    return { destination, answer };
  }

  /** Logs when a NAS falls silent, and when it answers again. */
  #release({ nas, route, destination, identifier }: Delivery, isAnswered: boolean): void {
    const wasSilent = destination.isSilent;
    destination.release(identifier, isAnswered, this.#options.now());
    if (destination.isSilent === wasSilent) return;
    const about = { nas: nas.facts.ip, sent: route.tlsIdentity ?? route.ip, port: route.port };
    if (wasSilent) this.#options.log.info(about, 'a NAS answers Disconnect and CoA requests again');
    else this.#options.log.warn(about, 'a NAS does not answer Disconnect and CoA requests; pausing requests to it');
  }

  /** Retransmissions are the same octets, so that the NAS recognises a request it has already carried out (section 2.3). */
  #overUdp({ route, destination, identifier }: Delivery, bytes: Buffer): Promise<DynamicAnswer | null> {
    const { socket, waitsMs = WAITS_MS } = this.#options;
    const { ip, port, secret } = route;
    const response = new Promise<DynamicAnswer>((resolve) => {
      destination.begin(identifier, {
        receive: (datagram) => {
          const answer = readDynamicAnswer(datagram, bytes, secret);
          if (answer) resolve(answer);
          return answer !== null;
        },
      });
    });
    const send = () => socket.send(bytes, port, addressOn(socket, ip) ?? ip, () => undefined);
    return transmit({ waitsMs, send, isClosed: () => this.#isClosed, response });
  }

  readonly #receive = (datagram: Buffer, from: { address: string; port: number }): void => {
    if (!this.#destinations.receive(datagram, from))
      this.#options.metrics.packets('any', 'unexpected-answer').count += 1;
  };
}
