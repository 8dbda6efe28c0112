import { destinationFaults } from '../../areas/network/nas/destination.ts';
import type { NasAddresses } from '../../config/nas-addresses.ts';
import type { NetworkOutcome, SessionAddress } from '../../core/network/network.ts';
import { Code } from '../protocol/packet/code.ts';
import { addressOn } from '../server/udp.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Pulse } from '../state/pulse/pulse.ts';
import { dynamicAttributes } from './dynamic-attributes.ts';
import { Exchanges, type ExchangesOptions, type Recipient } from './exchanges.ts';
import { NAS_IDENTIFICATION_MISMATCH, type Naming, namingsOf, SESSION_CONTEXT_NOT_FOUND } from './naming.ts';
import type { DynamicNotes } from './notes.ts';
import { outcomeOf, pausedOutcome } from './outcome.ts';
import { type Route, routeTo } from './route.ts';

export interface DynamicOptions extends ExchangesOptions {
  readonly directory: Directory;
  readonly addresses: NasAddresses;
  readonly pulse: Pulse;
  readonly notes: DynamicNotes;
}

interface DynamicRequest {
  readonly code: typeof Code.DisconnectRequest | typeof Code.CoaRequest;
  readonly attributes: Buffer;
  readonly evenIfPaused: boolean;
}

interface Attempt {
  readonly outcome: NetworkOutcome;
  /** False: the NAS is paused, or the request cannot be written. */
  readonly isSent: boolean;
}

/** A NAS that takes no name is not asked by all of them for each of its sessions. */
const NAMES_PAUSE_MS = 600_000;

/** Sends Disconnect- and CoA-Requests (RFC 5176) to NASes. */
export class DynamicClient {
  readonly #options: DynamicOptions;
  readonly #exchanges: Exchanges;

  constructor(options: DynamicOptions) {
    this.#options = options;
    this.#exchanges = new Exchanges(options);
    options.metrics.gauge(
      'lastmile_radius_unresponsive_nases',
      'NASes that do not answer Disconnect- and CoA-Requests',
      () => this.#exchanges.silent,
    );
  }

  get silent(): number {
    return this.#exchanges.silent;
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
    const destination = route ? this.#exchanges.paused({ nas, route }) : undefined;
    return destination && pausedOutcome(destination);
  }

  /** Sends nothing more; pending requests remain unanswered. */
  close(): Promise<void> {
    return this.#exchanges.close();
  }

  async #request(session: SessionAddress, request: DynamicRequest): Promise<NetworkOutcome> {
    const { directory, notes, pulse } = this.#options;
    const nas = directory.nas(session.nasId);
    if (!nas) return { result: 'refused', reason: 'this NAS no longer exists' };
    const route = routeTo(nas, directory);
    if (!route) return { result: 'refused', reason: 'the RADIUS proxy of this NAS is unknown' };
    const refusal = this.#refusalOf(route);
    if (refusal !== null) return { result: 'refused', reason: refusal };
    const { outcome, isSent } = await this.#requestByName(session, request, { nas, route });
    if (!isSent) return outcome;
    pulse.answer(nas.facts.id, outcome);
    await notes.outcome(session, outcome);
    return outcome;
  }

  /** By the name that is most likely to be right, and by the others while the NAS says that this is not its name. */
  async #requestByName(session: SessionAddress, request: DynamicRequest, to: Recipient): Promise<Attempt> {
    const { now, notes } = this.#options;
    const { nas } = to;
    const [first, ...others] = namingsOf(nas, to.route.viaProxy);
    let attempt = await this.#requestAs(first, session, request, to);
    if (!isMismatch(attempt) || now() - nas.namesRefusedAt < NAMES_PAUSE_MS) return attempt;
    for (const naming of others) {
      const next = await this.#requestAs(naming, session, request, to);
      if (next.outcome.result === 'silent') return attempt;
      attempt = next;
      if (isMismatch(next)) continue;
      if (tookName(next)) {
        nas.coaName = naming.name;
        notes.name(nas.facts.id, naming.name);
      }
      return next;
    }
    nas.namesRefusedAt = now();
    return attempt;
  }

  async #requestAs(
    naming: Naming,
    session: SessionAddress,
    { code, attributes: change, evenIfPaused }: DynamicRequest,
    to: Recipient,
  ): Promise<Attempt> {
    const attributes = dynamicAttributes(session, naming.attributes, change);
    if (attributes === null) return { outcome: TOO_LONG, isSent: false };
    const { answer, destination } = await this.#exchanges.exchange(to, { code, attributes }, evenIfPaused);
    if (answer === undefined) return { outcome: pausedOutcome(destination), isSent: false };
    const outcome = outcomeOf(answer, destination);
    const type = code === Code.CoaRequest ? 'CoA-Request' : 'Disconnect-Request';
    this.#options.metrics.packets(type, outcome.result).count += 1;
    return { outcome, isSent: true };
  }

  #refusalOf({ tlsIdentity, ip, port }: Route): string | null {
    if (tlsIdentity !== null) return null; // the peer has come to us
    if (addressOn(this.#options.socket, ip) === null)
      return 'this node sends only over IPv4, because it listens on an IPv4 address';
    const [fault] = destinationFaults({ ip, coa_port: port }, this.#options.addresses);
    return fault ? `this node may not send to this NAS: ${fault.parameter} ${fault.problem}` : null;
  }
}

const TOO_LONG: NetworkOutcome = {
  result: 'refused',
  reason: 'the names of the session are too long for a request',
};

const causeOf = ({ outcome }: Attempt) => (outcome.result === 'refused' ? outcome.nak?.cause : undefined);

const isMismatch = (attempt: Attempt) => causeOf(attempt) === NAS_IDENTIFICATION_MISMATCH;

const tookName = (attempt: Attempt) =>
  attempt.outcome.result === 'acknowledged' || causeOf(attempt) === SESSION_CONTEXT_NOT_FOUND;
