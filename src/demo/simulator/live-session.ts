import { randomBytes } from 'node:crypto';
import { Attribute } from '../../radius/protocol/packet/attribute.ts';
import { AttributeWriter } from '../../radius/protocol/packet/attribute-writer.ts';
import type { Packet } from '../../radius/protocol/packet/packet.ts';
import { vendorText } from '../../radius/protocol/packet/vendor-attribute.ts';
import { LOCAL_NAS } from '../business/equipment.ts';
import type { Line } from './router-beside.ts';

export interface SimulatedSubscriber {
  readonly username: string;
  readonly mac: string;
}

export type StatusType = 1 | 2 | 3;
/** Acct-Status-Type (RFC 2866 section 5.1). */
export const Status = { Start: 1, Stop: 2, Interim: 3 } as const;
/** Acct-Terminate-Cause (RFC 2866 section 5.10). */
export const Cause = { UserRequest: 1, NasReboot: 11, AdminReset: 6 } as const;

const MIKROTIK = 14_988;
const RATE_LIMIT = 8;
const WORD = 2 ** 32;
/** Ethernet (RFC 2865 section 5.41). */
const PORT_TYPE = 15;

/** What every request about a subscriber's line has in common. */
export function lineAttributes({ username, mac }: SimulatedSubscriber): AttributeWriter {
  return new AttributeWriter()
    .text(Attribute.UserName, username)
    .ipv4(Attribute.NasIpAddress, LOCAL_NAS.ip)
    .text(Attribute.CallingStationId, mac.toUpperCase())
    .text(Attribute.NasPortId, `sim-${username}`.slice(0, 60))
    .integer(Attribute.NasPortType, PORT_TYPE);
}

/** A session of the simulated NAS. */
export class LiveSession {
  readonly subscriber: SimulatedSubscriber;
  readonly id = randomBytes(6).toString('hex');
  readonly #startedAt: number;
  readonly #class: Buffer | null;
  readonly #ip: string | null;
  /** In kbit/s; 0: no limit. */
  #rate = { up: 0, down: 0 };
  #up = 0;
  #down = 0;
  #countedAt: number;
  /** Of what the line carries, when it was counted last. */
  #load = 0;
  reportedAt: number;

  constructor(subscriber: SimulatedSubscriber, accept: Packet, now: number) {
    this.subscriber = subscriber;
    this.#startedAt = now;
    this.#countedAt = now;
    this.reportedAt = now;
    this.#class = accept.octets(Attribute.Class);
    this.#ip = accept.ipv4(Attribute.FramedIpAddress);
    this.limitTo(accept);
  }

  /** Takes the rates of an Access-Accept or a CoA-Request, if it has any: `up/down`, as the router sees them. */
  limitTo(packet: Packet): void {
    const found = /^(\d+)k\/(\d+)k/.exec(vendorText(packet, MIKROTIK, RATE_LIMIT) ?? '');
    if (found) this.#rate = { up: Number(found[1]), down: Number(found[2]) };
  }

  /** Traffic since the last call: `load`, from 0 to 1, of what the line carries. */
  count(now: number, load: number): void {
    const seconds = Math.max(0, now - this.#countedAt) / 1_000;
    this.#countedAt = now;
    this.#load = load;
    const bytes = (kbps: number) => Math.round((kbps === 0 ? DEFAULT_KBPS : kbps) * 125 * seconds * load);
    this.#down += bytes(this.#rate.down);
    this.#up += Math.round(bytes(this.#rate.up) / 8);
  }

  /** What it carries now, as its router sees it. */
  line(): Line {
    const kbps = (this.#rate.down === 0 ? DEFAULT_KBPS : this.#rate.down) * this.#load * (0.7 + 0.6 * Math.random());
    return { ...this.subscriber, ip: this.#ip, down: kbps, up: kbps / 8 };
  }

  /** The attributes of an accounting record. */
  record(status: StatusType, now: number, cause: number | null): AttributeWriter {
    const writer = lineAttributes(this.subscriber)
      .integer(Attribute.AcctStatusType, status)
      .text(Attribute.AcctSessionId, this.id)
      .integer(Attribute.EventTimestamp, Math.floor(now / 1_000));
    if (this.#class) writer.octets(Attribute.Class, this.#class);
    if (this.#ip !== null) writer.ipv4(Attribute.FramedIpAddress, this.#ip);
    if (cause !== null) writer.integer(Attribute.AcctTerminateCause, cause);
    if (status === Status.Start) return writer;
    this.reportedAt = now;
    return writer
      .integer(Attribute.AcctSessionTime, Math.floor((now - this.#startedAt) / 1_000))
      .integer(Attribute.AcctInputOctets, this.#up % WORD)
      .integer(Attribute.AcctInputGigawords, Math.floor(this.#up / WORD))
      .integer(Attribute.AcctOutputOctets, this.#down % WORD)
      .integer(Attribute.AcctOutputGigawords, Math.floor(this.#down / WORD));
  }
}

const DEFAULT_KBPS = 20_000;
