import type { Socket } from 'node:dgram';
import type { NetworkOutcome, SessionAddress } from '../../core/network.ts';
import { valueName } from '../dictionary/names.ts';
import type { Directory } from '../directory/directory.ts';
import type { Nas } from '../directory/nas.ts';
import type { RadiusMetrics } from '../metrics/radius-metrics.ts';
import { Attribute } from '../packet/attribute.ts';
import { AttributeWriter } from '../packet/attribute-writer.ts';
import { Code } from '../packet/code.ts';
import { type DynamicAnswer, encodeDynamicRequest, readDynamicAnswer } from '../packet/dynamic-request.ts';
import { plainAddress } from '../socket/udp.ts';
import { Destination } from './destination.ts';

export interface DynamicOptions {
  readonly socket: Socket;
  readonly directory: Directory;
  readonly metrics: RadiusMetrics;
  readonly now: () => number;
  /** How long each transmission waits for an answer. */
  readonly waitsMs?: readonly number[];
}

const WAITS_MS = [1_000, 2_000, 3_000];

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

  constructor(options: DynamicOptions) {
    this.#options = options;
    options.socket.on('message', this.#receive);
    options.socket.on('error', () => undefined); // an unreachable NAS is a silent one
  }

  disconnect(session: SessionAddress): Promise<NetworkOutcome> {
    return this.#ask(session, Code.DisconnectRequest, Buffer.alloc(0));
  }

  /** Changes a session to the attributes, as a vendor's `changeAttributes` gives them. */
  change(session: SessionAddress, attributes: Buffer): Promise<NetworkOutcome> {
    return this.#ask(session, Code.CoaRequest, attributes);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#options.socket.close(resolve));
  }

  async #ask(
    session: SessionAddress,
    code: typeof Code.DisconnectRequest | typeof Code.CoaRequest,
    attributes: Buffer,
  ): Promise<NetworkOutcome> {
    const nas = this.#options.directory.nas(session.nasId);
    if (!nas) return { result: 'refused', reason: 'this NAS is not known any more' };
    const destination = this.#destinationOf(nas);
    const identifier = await destination.identifier();
    try {
      const all = Buffer.concat([sessionAttributes(session, nas), attributes]);
      const at = new Date(this.#options.now());
      const bytes = encodeDynamicRequest({ code, identifier, attributes: all, at }, nas.facts.secret);
      const outcome = outcomeOf(await this.#exchange({ nas, destination, bytes, identifier }));
      const type = code === Code.CoaRequest ? 'CoA-Request' : 'Disconnect-Request';
      this.#options.metrics.packets(type, outcome.result).count += 1;
      return outcome;
    } finally {
      destination.end(identifier);
    }
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
      destination = new Destination();
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

/** Which session is meant (RFC 5176 section 3); the codec adds Message-Authenticator and Event-Timestamp. */
function sessionAttributes({ username, acctSessionId, framedIp }: SessionAddress, nas: Nas): Buffer {
  const writer = new AttributeWriter().ipv4(Attribute.NasIpAddress, nas.facts.ip).text(Attribute.UserName, username);
  if (acctSessionId !== null) writer.text(Attribute.AcctSessionId, acctSessionId);
  if (framedIp !== null) writer.ipv4(Attribute.FramedIpAddress, framedIp);
  return writer.bytes();
}

function outcomeOf(answer: DynamicAnswer | null): NetworkOutcome {
  if (answer === null) return { result: 'silent' };
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
