// The data of EAP-TLS, EAP-TTLS and PEAP packets (RFC 5216 section 3.1, RFC 5281 section 9.1): an octet of flags, four octets
// with the length of the whole message if flag L is set, and a fragment of it. The other end acknowledges each fragment but the
// last with a packet without data.

const Flag = { Length: 0x80, More: 0x40, Start: 0x20 } as const;

/** The lower bits of the flags are the version of PEAP and EAP-TTLS; both have only version 0 here. */
const VERSION = 0x07;

/** Octets of a message of a device: a certificate chain of sixteen kilobytes and more is not a device's. */
const MAX_MESSAGE = 64 * 1024;

/** EAP may assume that 1,020 octets pass (RFC 3748 section 3.1); ten of them are its header, the flags and the length. */
const MAX_FRAGMENT = 1_000;
const MIN_FRAGMENT = 200;
const OVERHEAD = 10;

export interface Fragment {
  readonly more: boolean;
  readonly octets: Buffer;
}

/** Null when it is malformed. */
export function readFragment(data: Buffer): Fragment | null {
  const flags = data[0];
  if (flags === undefined || (flags & Flag.Start) !== 0 || (flags & VERSION) !== 0) return null;
  const hasLength = (flags & Flag.Length) !== 0;
  if (hasLength && data.length < 5) return null;
  if (hasLength && data.readUInt32BE(1) > MAX_MESSAGE) return null;
  return { more: (flags & Flag.More) !== 0, octets: data.subarray(hasLength ? 5 : 1) };
}

/** The first request: there is no message yet. */
export const START = Buffer.of(Flag.Start);

/** Asks for the next fragment, or for whatever comes next. */
export const ACKNOWLEDGEMENT = Buffer.of(0);

/** The data of the packets that carry the message; at least one. `mtu`: Framed-MTU of the NAS, if it sends one. */
export function fragmentsOf(message: Buffer, mtu: number | null): Buffer[] {
  const most = Math.max(MIN_FRAGMENT, Math.min(MAX_FRAGMENT, (mtu ?? Number.POSITIVE_INFINITY) - OVERHEAD));
  if (message.length === 0) return [ACKNOWLEDGEMENT];
  const fragments: Buffer[] = [];
  for (let at = 0; at < message.length; at += most) {
    const more = at + most < message.length ? Flag.More : 0;
    const head = Buffer.of((at === 0 && more ? Flag.Length : 0) | more, 0, 0, 0, 0);
    head.writeUInt32BE(message.length, 1);
    fragments.push(Buffer.concat([head.subarray(0, at === 0 && more ? 5 : 1), message.subarray(at, at + most)]));
  }
  return fragments;
}

/** The fragments of a message of the device, until it is whole. */
export class Reassembly {
  #pieces: Buffer[] = [];
  #length = 0;

  /** The whole message; `more` when fragments are missing, null when it is too long. */
  add({ more, octets }: Fragment): Buffer | 'more' | null {
    this.#length += octets.length;
    if (this.#length > MAX_MESSAGE) return null;
    this.#pieces.push(octets);
    if (more) return 'more';
    const message = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    return message;
  }
}
