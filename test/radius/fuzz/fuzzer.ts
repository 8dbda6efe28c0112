import { createHash, createHmac } from 'node:crypto';
import { attribute, number } from './attributes.ts';
import { eapResponse, eapStep, type Talk, TLS_METHODS } from './eap.ts';
import { hostileOctets, takeover } from './hostile.ts';
import { Random } from './random.ts';

/** A datagram and whether the server may answer it. */
export interface Shot {
  readonly to: 'auth' | 'acct';
  readonly bytes: Buffer;
  /** Made with the secret, and well-formed. */
  readonly authentic: boolean;
}

/** A known subscriber. */
export interface User {
  readonly id: number;
  readonly username: string;
}

const ACCESS_REQUEST = 1;
const ACCOUNTING_REQUEST = 4;
const STATUS_SERVER = 12;
const MESSAGE_AUTHENTICATOR = 80;
const HEADER = 20;
/** Attributes that the server reads, and some that it does not. */
const TYPES = [
  1, 2, 3, 4, 5, 6, 7, 8, 24, 25, 26, 30, 31, 32, 33, 40, 41, 42, 43, 44, 46, 49, 52, 53, 55, 60, 61, 79, 80, 87, 95,
  241,
];

/** Attributes that are returned or shown, in this answer or later: State, Class, device, proxy, port. */
const ECHOED = [24, 25, 31, 33, 87];

/** An endless sequence of packets, the same for a seed but for State: mostly corrupted valid ones, some valid but unusual. */
export class Fuzzer {
  readonly #random: Random;
  #identifier = 0;
  #logins = 0;
  readonly #secret: string;
  readonly #users: readonly User[];
  #talk: Talk | undefined;

  constructor(seed: number, secret: string, users: readonly User[]) {
    this.#random = new Random(seed);
    this.#secret = secret;
    this.#users = users;
  }

  /** `authenticShare` of the packets are authentic. */
  next(authenticShare: number): Shot {
    const to = this.#random.chance(0.5) ? 'auth' : 'acct';
    const valid = this.#valid(to);
    if (this.#random.chance(authenticShare)) return { to, bytes: valid, authentic: true };
    const bytes = this.#spoil(valid);
    return { to, bytes, authentic: isAuthentic(to, bytes, this.#secret) };
  }

  /** The conversation that EAP messages belong to from now on. */
  goOn(talk: Talk): void {
    this.#talk = talk;
  }

  /** The first message of a conversation. */
  hello(username: string): Buffer {
    const message = eapResponse(1, 1, Buffer.from(username));
    const attributes = [attribute(1, Buffer.from(username)), attribute(79, message)];
    return this.#signed(ACCESS_REQUEST, attributes, this.#random.octets(16));
  }

  /** Asks for a method with TLS instead of the one that the conversation has begun with. */
  wishForTls({ username, identifier, state }: Talk): Buffer {
    const method = TLS_METHODS[this.#random.below(TLS_METHODS.length)] ?? 25;
    const nak = eapResponse(identifier, 3, Buffer.of(method));
    const attributes = [attribute(1, Buffer.from(username)), attribute(79, nak), attribute(24, state)];
    return this.#signed(ACCESS_REQUEST, attributes, this.#random.octets(16));
  }

  /** A log-in that must be accepted. */
  login(username: string, password: string): Buffer {
    const authenticator = this.#random.octets(16);
    const hidden = hide(password, this.#secret, authenticator);
    // Always from the same port, so that the session is the witness's own.
    const attributes = [attribute(1, Buffer.from(username)), attribute(2, hidden), attribute(5, number(1))];
    return this.#signed(ACCESS_REQUEST, attributes, authenticator);
  }

  #valid(to: Shot['to']): Buffer {
    if (to === 'auth' && this.#random.chance(0.3))
      return this.#signed(ACCESS_REQUEST, this.#step(), this.#random.octets(16));
    if (to === 'acct') {
      const attributes = this.#random.chance(0.2) ? this.#takeover() : this.#accounting();
      return hashed(this.#frame(ACCOUNTING_REQUEST, attributes, Buffer.alloc(16)), this.#secret);
    }
    const attributes = [attribute(1, this.#name()), ...this.#strangeOnes()];
    const code = this.#random.chance(0.9) ? ACCESS_REQUEST : STATUS_SERVER;
    return this.#signed(code, attributes, this.#random.octets(16));
  }

  #accounting(): Buffer[] {
    const status = [1, 2, 3, 7, 8, this.#random.below(300)][this.#random.below(6)] ?? 1;
    const session = Buffer.from(`fuzz${this.#random.below(5_000)}`);
    return [
      attribute(1, this.#name()),
      attribute(40, number(status)),
      attribute(44, this.#random.chance(0.8) ? session : hostileOctets(this.#random)),
      ...this.#strangeOnes(),
    ];
  }

  #takeover(): Buffer[] {
    const { id, username } = this.#user();
    // Mostly later than all before; random ones alone would soon be earlier than the latest.
    const login = this.#random.chance(0.2) ? this.#random.below(2 ** 20) : 2 ** 20 + ++this.#logins;
    return takeover(this.#random, id, username, login);
  }

  #user(): User {
    return this.#users[this.#random.below(this.#users.length)] ?? { id: 0, username: '' };
  }

  #name(): Buffer {
    return this.#random.chance(0.8) ? Buffer.from(this.#user().username) : hostileOctets(this.#random);
  }

  #strangeOnes(): Buffer[] {
    return Array.from({ length: this.#random.below(8) }, () => this.#strange());
  }

  #step(): Buffer[] {
    const talk = this.#random.chance(0.7) ? this.#talk : undefined;
    return eapStep(this.#random, talk, this.#user().username);
  }

  /** Any length, any content; a Vendor-Specific is well-formed now and then. */
  #strange(): Buffer {
    const type = TYPES[this.#random.below(TYPES.length)] ?? 1;
    if (type === MESSAGE_AUTHENTICATOR) return attribute(33, this.#random.octets(3));
    if (ECHOED.includes(type) && this.#random.chance(0.5)) return attribute(type, hostileOctets(this.#random));
    const length = this.#random.chance(0.6) ? 4 : this.#random.below(60);
    if (type !== 26 || this.#random.chance(0.3)) return attribute(type, this.#random.octets(length));
    const vendor = number([9, 311, 2011, 4874, 6527, 14_988][this.#random.below(6)] ?? 9);
    return attribute(
      26,
      Buffer.concat([vendor, Buffer.from([this.#random.below(180), length + 2]), this.#random.octets(length)]),
    );
  }

  #signed(code: number, attributes: readonly Buffer[], authenticator: Buffer): Buffer {
    const packet = this.#frame(
      code,
      [...attributes, attribute(MESSAGE_AUTHENTICATOR, Buffer.alloc(16))],
      authenticator,
    );
    createHmac('md5', this.#secret)
      .update(packet)
      .digest()
      .copy(packet, packet.length - 16);
    return packet;
  }

  #frame(code: number, attributes: readonly Buffer[], authenticator: Buffer): Buffer {
    this.#identifier = (this.#identifier + 1) & 0xff;
    const packet = Buffer.concat([Buffer.from([code, this.#identifier, 0, 0]), authenticator, ...attributes]);
    packet.writeUInt16BE(packet.length, 2);
    return packet;
  }

  #spoil(valid: Buffer): Buffer {
    const bytes = Buffer.from(valid);
    switch (this.#random.below(7)) {
      case 0:
        return this.#random.octets(this.#random.below(300));
      case 1:
        return bytes.subarray(0, this.#random.below(bytes.length));
      case 2:
        return Buffer.concat([bytes, this.#random.octets(1 + this.#random.below(60))]);
      case 3: // the length of the packet
        bytes.writeUInt16BE(this.#random.below(5_000), 2);
        return bytes;
      case 4: // the length of its first attribute
        bytes[HEADER + 1] = this.#random.below(256);
        return bytes;
      case 5: // an attribute twice, the Message-Authenticator perhaps, with a length that fits
        return this.#withCopy(bytes);
      default:
        for (let times = 1 + this.#random.below(4); times > 0; times--) {
          const at = this.#random.below(bytes.length);
          bytes[at] = (bytes[at] ?? 0) ^ (1 << this.#random.below(8));
        }
        return bytes;
    }
  }

  #withCopy(bytes: Buffer): Buffer {
    const copy = bytes.subarray(Math.max(HEADER, bytes.length - 18));
    const longer = Buffer.concat([bytes, copy]);
    longer.writeUInt16BE(longer.length, 2);
    return longer;
  }
}

/** By the RFCs, with OpenSSL's digests: a corrupted packet may still be valid by chance, such as one with trailing octets. */
function isAuthentic(to: Shot['to'], datagram: Buffer, secret: string): boolean {
  if (datagram.length < HEADER) return false;
  const length = datagram.readUInt16BE(2);
  if (length < HEADER || length > datagram.length) return false;
  const packet = Buffer.from(datagram.subarray(0, length));
  const signatures: number[] = [];
  for (let at = HEADER; at < length; at += packet[at + 1] ?? 0) {
    if ((packet[at + 1] ?? 0) < 2 || at + (packet[at + 1] ?? 0) > length) return false;
    if (packet[at] === MESSAGE_AUTHENTICATOR) signatures.push(at);
  }
  const statusOnly = packet[0] === STATUS_SERVER;
  if (to === 'acct' && !statusOnly) {
    if (packet[0] !== ACCOUNTING_REQUEST || signatures.length > 0) return false;
    return hashed(Buffer.from(packet), secret).equals(packet);
  }
  if (packet[0] !== ACCESS_REQUEST && !statusOnly) return false;
  const [at = 0] = signatures;
  if (signatures.length !== 1 || packet[at + 1] !== 18) return false;
  const given = Buffer.from(packet.subarray(at + 2, at + 18));
  packet.fill(0, at + 2, at + 18);
  return createHmac('md5', secret).update(packet).digest().equals(given);
}

function hashed(packet: Buffer, secret: string): Buffer {
  packet.fill(0, 4, HEADER);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

function hide(password: string, secret: string, authenticator: Buffer): Buffer {
  const plain = Buffer.alloc(16);
  plain.write(password);
  const pad = createHash('md5').update(secret).update(authenticator).digest();
  return Buffer.from(plain.map((octet, at) => octet ^ (pad[at] ?? 0)));
}
