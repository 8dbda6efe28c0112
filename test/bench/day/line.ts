import { Attribute } from '../../../src/radius/protocol/packet/attribute.ts';
import { AttributeWriter } from '../../../src/radius/protocol/packet/attribute-writer.ts';
import { Code } from '../../../src/radius/protocol/packet/code.ts';
import type { Nas } from './nas.ts';

/** Acct-Status-Type (RFC 2866 section 5.1). */
const Status = { Start: 1, Stop: 2, Interim: 3 } as const;
/** Octets a second, up and down: 2 GB a day, so that few reach the end of a level. */
const PACE = { up: 3_000, down: 20_000 } as const;
const WORD = 2 ** 32;
/** Ethernet (RFC 2865 section 5.41). */
const PORT_TYPE = 15;

export interface Subscriber {
  readonly id: number;
  readonly username: string;
}

/** The line of a subscriber, with one session after the other. */
export class Line {
  readonly #subscriber: Subscriber;
  readonly #nas: Nas;
  #session = 0;
  #class: string | null = null;
  #seconds = 0;

  constructor(subscriber: Subscriber, nas: Nas) {
    this.#subscriber = subscriber;
    this.#nas = nas;
  }

  /** Octets of the session so far, in both directions. */
  get octets(): number {
    return this.#seconds * (PACE.up + PACE.down);
  }

  /** False: it was refused, or not answered. */
  async logIn(): Promise<boolean> {
    const answer = await this.#nas.logIn(this.#attributes());
    this.#class = answer?.octets(Attribute.Class)?.toString('latin1') ?? null;
    return answer?.code === Code.AccessAccept;
  }

  start(): Promise<boolean> {
    this.#session += 1;
    this.#seconds = 0;
    return this.#report(Status.Start);
  }

  /** An Interim-Update after so many more seconds of the session. */
  interim(seconds: number): Promise<boolean> {
    this.#seconds += seconds;
    return this.#report(Status.Interim);
  }

  stop(): Promise<boolean> {
    return this.#report(Status.Stop);
  }

  /** False: it was not answered. */
  async #report(status: number): Promise<boolean> {
    const writer = this.#attributes()
      .integer(Attribute.AcctStatusType, status)
      .text(Attribute.AcctSessionId, `${this.#subscriber.id.toString(16).padStart(8, '0')}-${this.#session}`)
      .integer(Attribute.EventTimestamp, Math.floor(Date.now() / 1_000));
    if (this.#class !== null) writer.octets(Attribute.Class, Buffer.from(this.#class, 'latin1'));
    const { id } = this.#subscriber;
    writer.ipv4(Attribute.FramedIpAddress, `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`);
    if (status !== Status.Start) this.#count(writer);
    return (await this.#nas.record(writer)) !== null;
  }

  #count(writer: AttributeWriter): void {
    const [up, down] = [this.#seconds * PACE.up, this.#seconds * PACE.down];
    writer
      .integer(Attribute.AcctSessionTime, this.#seconds)
      .integer(Attribute.AcctInputOctets, up % WORD)
      .integer(Attribute.AcctInputGigawords, Math.floor(up / WORD))
      .integer(Attribute.AcctOutputOctets, down % WORD)
      .integer(Attribute.AcctOutputGigawords, Math.floor(down / WORD));
  }

  #attributes(): AttributeWriter {
    const { id, username } = this.#subscriber;
    const mac = id.toString(16).padStart(12, '0').toUpperCase();
    return new AttributeWriter()
      .text(Attribute.UserName, username)
      .ipv4(Attribute.NasIpAddress, this.#nas.ip)
      .text(Attribute.CallingStationId, mac.replace(/(..)(?=.)/g, '$1:'))
      .text(Attribute.NasPortId, `ge-0/0/${id % 48}.${id % 4094}`)
      .integer(Attribute.NasPortType, PORT_TYPE);
  }
}
