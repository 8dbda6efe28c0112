import { NULL_LENGTH } from './octet-writer.ts';

/** Reads the fields that an `OctetWriter` wrote, in the same order. */
export class OctetReader {
  readonly #octets: Buffer;
  #at = 0;

  constructor(octets: Buffer) {
    this.#octets = octets;
  }

  byte(): number {
    this.#at += 1;
    return this.#octets[this.#at - 1] as number;
  }

  word(): number {
    this.#at += 4;
    return this.#octets.readUInt32LE(this.#at - 4);
  }

  text(): string | null {
    const octets = this.octets();
    return octets === null ? null : octets.toString('utf8');
  }

  /** A view of the octets; null where the text was null. */
  octets(): Buffer | null {
    const length = this.#octets.readUInt16LE(this.#at);
    this.#at += 2;
    if (length === NULL_LENGTH) return null;
    this.#at += length;
    return this.#octets.subarray(this.#at - length, this.#at);
  }
}
