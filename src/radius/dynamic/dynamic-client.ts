import type { Socket } from 'node:dgram';
import { destinationFaults } from '../../areas/nas/destination.ts';
import type { Logger } from '../../config/log.ts';
import type { NasAddresses } from '../../config/nas-addresses.ts';
import type { NetworkOutcome, SessionAddress } from '../../core/network.ts';
import { octetsOf } from '../../core/octet-text.ts';
import { valueName } from '../protocol/dictionary/names.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { AttributeWriter, MAX_VALUE } from '../protocol/packet/attribute-writer.ts';
import { Code } from '../protocol/packet/code.ts';
import {
  type DynamicAnswer,
  encodeDynamicRequest,
  MAX_DYNAMIC_ATTRIBUTES,
  readDynamicAnswer,
} from '../protocol/packet/dynamic-request.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import { plainAddress } from '../server/udp.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Nas } from '../state/directory/nas.ts';
import { Destination } from './destination.ts';

export interface DynamicOptions {
  readonly socket: Socket;
  readonly directory: Directory;
  readonly addresses: NasAddresses;
  readonly metrics: RadiusMetrics;
  readonly now: () => number;
  readonly log: Logger;
  /** How long each transmission waits for an answer. */
  readonly waitsMs?: readonly number[];
  /** How long a NAS that is silent is left alone before it is asked again. */
  readonly restMs?: number;
}

const WAITS_MS = [1_000, 2_000, 3_000];
const REST_MS = 10_000;

interface Question {
  readonly code: typeof Code.DisconnectRequest | typeof Code.CoaRequest;
  readonly attributes: Buffer;
  readonly insists: boolean;
}

interface Left {
  readonly identifier: number;
  readonly isAnswered: boolean;
}

interface Sending {
  readonly nas: Nas;
  readonly destination: Destination;
  readonly bytes: Buffer;
  readonly identifier: number;
}

/** Sends Disconnect- and CoA-Requests (RFC 5176) to NASes, all from one socket. */
export class DynamicClient {
  readonly #options: DynamicOptions;
  /** As many as NASes: an identifier that comes again too soon would look like a retransmission. */
  readonly #destinations = new Map<string, Destination>();
  #isClosed = false;

  constructor(options: DynamicOptions) {
    this.#options = options;
    options.metrics.gauge(
      'lastmile_radius_unresponsive_nases',
      'NASes that answer no Disconnect- and CoA-Requests',
      () => [...this.#destinations.values()].filter(({ isSilent }) => isSilent).length,
    );
    options.socket.on('message', this.#receive);
    options.socket.on('error', () => undefined); // an unreachable NAS is a silent one
  }

  /** `insists`: even a NAS that is silent is asked, where others come back at once. */
  disconnect(session: SessionAddress, insists: boolean): Promise<NetworkOutcome> {
    return this.#ask(session, { code: Code.DisconnectRequest, attributes: Buffer.alloc(0), insists });
  }

  /** Changes a session to the attributes, as a vendor's `changeAttributes` gives them. */
  change(session: SessionAddress, attributes: Buffer): Promise<NetworkOutcome> {
    return this.#ask(session, { code: Code.CoaRequest, attributes, insists: false });
  }

  /** What a request would come to if the NAS is silent and rests: whoever has many for it need not prepare them. */
  resting(nasId: number): NetworkOutcome | undefined {
    const nas = this.#options.directory.nas(nasId);
    const destination = nas && this.#destinations.get(addressOf(nas));
    return destination?.rests(this.#options.now()) ? { result: 'silent', restMs: destination.restMs } : undefined;
  }

  /** Nothing more is sent; what waits for an answer has none. */
  close(): Promise<void> {
    this.#isClosed = true;
    return new Promise((resolve) => this.#options.socket.close(resolve));
  }

  async #ask(session: SessionAddress, { code, attributes, insists }: Question): Promise<NetworkOutcome> {
    const { directory, metrics, now } = this.#options;
    const nas = directory.nas(session.nasId);
    if (!nas) return { result: 'refused', reason: 'this NAS is not known any more' };
    const refusal = this.#refusalOf(nas);
    if (refusal !== null) return { result: 'refused', reason: refusal };
    const all = requestAttributes(session, nas, attributes);
    if (all === null) return { result: 'refused', reason: 'the names of the session are too long for a request' };
    const destination = this.#destinationOf(nas);
    const identifier = await destination.enter(insists, now());
    if (identifier === null) return { result: 'silent', restMs: destination.restMs };
    let answer: DynamicAnswer | null = null;
    try {
      const at = new Date(now());
      const bytes = encodeDynamicRequest({ code, identifier, attributes: all, at }, nas.facts.secret);
      answer = await this.#exchange({ nas, destination, bytes, identifier });
    } finally {
      this.#leave(nas, destination, { identifier, isAnswered: answer !== null });
    }
    const outcome = outcomeOf(answer, destination);
    const type = code === Code.CoaRequest ? 'CoA-Request' : 'Disconnect-Request';
    metrics.packets(type, outcome.result).count += 1;
    return outcome;
  }

  #refusalOf({ facts: { ip, coaPort } }: Nas): string | null {
    const [fault] = destinationFaults({ ip, coa_port: coaPort }, this.#options.addresses);
    return fault ? `nothing may be sent to this NAS: ${fault.parameter} ${fault.problem}` : null;
  }

  /** The operator is told when a NAS falls silent, and when it answers again. */
  #leave(nas: Nas, destination: Destination, { identifier, isAnswered }: Left): void {
    const before = destination.isSilent;
    destination.leave(identifier, isAnswered, this.#options.now());
    if (destination.isSilent === before) return;
    const about = { nas: nas.facts.ip, port: nas.facts.coaPort };
    if (before) this.#options.log.info(about, 'a NAS answers Disconnect and CoA requests again');
    else this.#options.log.warn(about, 'a NAS does not answer Disconnect and CoA requests; pausing requests to it');
  }

  /** Retransmissions are the same octets, so that a NAS that has acted already recognises them (RFC 5176 section 2.3). */
  async #exchange({ nas, destination, bytes, identifier }: Sending): Promise<DynamicAnswer | null> {
    const { ip, coaPort, secret } = nas.facts;
    let answered: (answer: DynamicAnswer | null) => void = () => undefined;
    const answer = new Promise<DynamicAnswer | null>((resolve) => {
      answered = resolve;
    });
    destination.begin(identifier, {
      bytes,
      take: (datagram) => {
        const read = readDynamicAnswer(datagram, bytes, secret);
        if (read) answered(read);
        return read !== null;
      },
    });
    for (const wait of this.#options.waitsMs ?? WAITS_MS) {
      if (this.#isClosed) break;
      this.#options.socket.send(bytes, coaPort, ip, () => undefined);
      const read = await within(wait, answer);
      if (read) return read;
    }
    return null;
  }

  #destinationOf(nas: Nas): Destination {
    const address = addressOf(nas);
    let destination = this.#destinations.get(address);
    if (!destination) {
      destination = new Destination(this.#options.restMs ?? REST_MS);
      this.#destinations.set(address, destination);
    }
    return destination;
  }

  /** What comes from elsewhere than the address that was asked is no answer. */
  readonly #receive = (datagram: Buffer, { address, port }: { address: string; port: number }): void => {
    const taken = this.#destinations.get(`${plainAddress(address)}:${port}`)?.receive(datagram) ?? false;
    if (!taken) this.#options.metrics.packets('any', 'unexpected-answer').count += 1;
  };
}

function addressOf(nas: Nas): string {
  return `${nas.facts.ip}:${nas.facts.coaPort}`;
}

/**
 * Which session is meant (RFC 5176 section 3), in the octets of its NAS, and what becomes of it; the codec adds
 * Message-Authenticator and Event-Timestamp. Null where that is more than a request holds, as what a database of an
 * earlier version has kept of a session may be.
 */
function requestAttributes(session: SessionAddress, nas: Nas, change: Buffer): Buffer | null {
  const [name, id] = [octetsOf(session.username), octetsOf(session.acctSessionId ?? '')];
  if (name.length > MAX_VALUE || id.length > MAX_VALUE) return null;
  const writer = new AttributeWriter().ipv4(Attribute.NasIpAddress, nas.facts.ip);
  if (name.length > 0) writer.octets(Attribute.UserName, name);
  if (id.length > 0) writer.octets(Attribute.AcctSessionId, id);
  if (session.framedIp !== null) writer.ipv4(Attribute.FramedIpAddress, session.framedIp);
  const all = Buffer.concat([writer.bytes(), change]);
  return all.length > MAX_DYNAMIC_ATTRIBUTES ? null : all;
}

function outcomeOf(answer: DynamicAnswer | null, { isSilent, restMs }: Destination): NetworkOutcome {
  if (answer === null) return { result: 'silent', ...(isSilent ? { restMs } : {}) };
  if (answer.acknowledged) return { result: 'acknowledged' };
  const { errorCause } = answer;
  if (errorCause === null) return { result: 'refused', reason: 'it gave no reason' };
  return { result: 'refused', reason: valueName('Error-Cause', errorCause) ?? `Error-Cause ${errorCause}` };
}

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
