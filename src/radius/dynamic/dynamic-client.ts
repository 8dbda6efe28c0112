import type { Socket } from 'node:dgram';
import { destinationFaults } from '../../areas/nas/destination.ts';
import type { Logger } from '../../config/log.ts';
import type { NasAddresses } from '../../config/nas-addresses.ts';
import type { NetworkOutcome, SessionAddress } from '../../core/network.ts';
import { Code } from '../protocol/packet/code.ts';
import { type DynamicAnswer, encodeDynamicRequest, readDynamicAnswer } from '../protocol/packet/dynamic-request.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import { addressOn } from '../server/udp.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Nas } from '../state/directory/nas.ts';
import type { Pulse } from '../state/pulse/pulse.ts';
import type { Destination } from './destination.ts';
import { Destinations } from './destinations.ts';
import { dynamicAttributes } from './dynamic-attributes.ts';
import { outcomeOf, pausedOutcome } from './outcome.ts';
import type { Reply, RequestContent } from './request-content.ts';
import { type Route, routeTo } from './route.ts';
import { transmit } from './transmission.ts';

export interface DynamicOptions {
  readonly socket: Socket;
  /** Sends a request down a RadSec connection, of this node or of another; null: no answer. */
  readonly overTls: (identity: string, content: RequestContent) => Promise<Reply | null>;
  readonly directory: Directory;
  readonly addresses: NasAddresses;
  readonly pulse: Pulse;
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

interface DynamicRequest {
  readonly code: typeof Code.DisconnectRequest | typeof Code.CoaRequest;
  readonly attributes: Buffer;
  readonly evenIfPaused: boolean;
}

interface Recipient {
  readonly nas: Nas;
  readonly route: Route;
  readonly destination: Destination;
  readonly identifier: number;
}

/** Sends Disconnect- and CoA-Requests (RFC 5176) to NASes, from one socket or down their RadSec connections. */
export class DynamicClient {
  readonly #options: DynamicOptions;
  readonly #destinations: Destinations;
  #isClosed = false;

  constructor(options: DynamicOptions) {
    this.#options = options;
    this.#destinations = new Destinations(options.pauseMs ?? PAUSE_MS);
    options.metrics.gauge(
      'lastmile_radius_unresponsive_nases',
      'NASes that answer no Disconnect- and CoA-Requests',
      () => this.#destinations.silent,
    );
    options.socket.on('message', this.#receive);
    options.socket.on('error', () => undefined); // an unreachable NAS is a silent one
  }

  get silent(): number {
    return this.#destinations.silent;
  }

  disconnect(session: SessionAddress, evenIfPaused: boolean): Promise<NetworkOutcome> {
    return this.#request(session, { code: Code.DisconnectRequest, attributes: Buffer.alloc(0), evenIfPaused });
  }

  /** CoA with the attributes of a vendor's `changeAttributes`. */
  change(session: SessionAddress, attributes: Buffer): Promise<NetworkOutcome> {
    return this.#request(session, { code: Code.CoaRequest, attributes, evenIfPaused: false });
  }

  /** The outcome that any request would have now because its NAS is paused; saves the caller preparing it. */
  pausedOutcome(nasId: number): NetworkOutcome | undefined {
    const { directory } = this.#options;
    const nas = directory.nas(nasId);
    const route = nas && routeTo(nas, directory);
    const destination = route ? this.#destinations.known(nas, route) : undefined;
    return destination?.isPaused(this.#options.now()) ? pausedOutcome(destination) : undefined;
  }

  /** Sends nothing more; pending requests remain unanswered. */
  close(): Promise<void> {
    this.#isClosed = true;
    return new Promise((resolve) => this.#options.socket.close(resolve));
  }

  async #request(session: SessionAddress, request: DynamicRequest): Promise<NetworkOutcome> {
    const { directory, metrics, now } = this.#options;
    const nas = directory.nas(session.nasId);
    if (!nas) return { result: 'refused', reason: 'this NAS is not known any more' };
    const route = routeTo(nas, directory);
    if (!route) return { result: 'refused', reason: 'the RADIUS proxy of this NAS is not known' };
    const refusal = this.#refusalOf(route);
    if (refusal !== null) return { result: 'refused', reason: refusal };
    const attributes = dynamicAttributes(session, route.nasName, request.attributes);
    if (attributes === null)
      return { result: 'refused', reason: 'the names of the session are too long for a request' };
    const destination = this.#destinations.of(nas, route);
    const identifier = await destination.acquire(request.evenIfPaused, now());
    if (identifier === null) return pausedOutcome(destination);
    const recipient = { nas, route, destination, identifier };
    let answer: Reply | null = null;
    try {
      const packet = { code: request.code, identifier, attributes, at: new Date(now()) };
      answer =
        route.tlsIdentity === null
          ? await this.#exchange(recipient, encodeDynamicRequest(packet, route.secret))
          : await this.#options.overTls(route.tlsIdentity, packet);
    } finally {
      this.#release(recipient, answer !== null);
    }
    const outcome = outcomeOf(answer, destination);
    const type = request.code === Code.CoaRequest ? 'CoA-Request' : 'Disconnect-Request';
    metrics.packets(type, outcome.result).count += 1;
    this.#options.pulse.answer(nas.facts.id, outcome);
    return outcome;
  }

  #refusalOf({ tlsIdentity, ip, port }: Route): string | null {
    if (tlsIdentity !== null) return null; // the peer has come to us
    if (addressOn(this.#options.socket, ip) === null)
      return 'this node sends over IPv4 only, since it listens on an IPv4 address';
    const [fault] = destinationFaults({ ip, coa_port: port }, this.#options.addresses);
    return fault ? `nothing may be sent to this NAS: ${fault.parameter} ${fault.problem}` : null;
  }

  /** Logs when a NAS falls silent, and when it answers again. */
  #release({ nas, route, destination, identifier }: Recipient, isAnswered: boolean): void {
    const wasSilent = destination.isSilent;
    destination.release(identifier, isAnswered, this.#options.now());
    if (destination.isSilent === wasSilent) return;
    const about = { nas: nas.facts.ip, sent: route.tlsIdentity ?? route.ip, port: route.port };
    if (wasSilent) this.#options.log.info(about, 'a NAS answers Disconnect and CoA requests again');
    else this.#options.log.warn(about, 'a NAS does not answer Disconnect and CoA requests; pausing requests to it');
  }

  /** Retransmissions are the same octets, so that the NAS recognises a request it has already carried out (section 2.3). */
  #exchange({ route, destination, identifier }: Recipient, bytes: Buffer): Promise<DynamicAnswer | null> {
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
