/** The length of a text that is null. */
export const NULL_LENGTH = 0xffff;
const MAX_LENGTH = NULL_LENGTH - 1;
/** More than any record needs: its texts have at most a few thousand characters in all. */
const CAPACITY = 256 * 1024;

/** Writes fields one after another, to be read by an `OctetReader` in the same order. */
export class OctetWriter {
  readonly #octets = Buffer.allocUnsafeSlow(CAPACITY);
  #at = 0;

  clear(): void {
    this.#at = 0;
  }

  /** What was written since `clear`, until the next write. */
  get written(): Buffer {
    return this.#octets.subarray(0, this.#at);
  }

  byte(value: number): void {
    this.#octets[this.#at] = value;
    this.#at += 1;
  }

  /** An unsigned number of 32 bits. */
  word(value: number): void {
    this.#octets.writeUInt32LE(value, this.#at);
    this.#at += 4;
  }

  /** @throws RangeError for a text of more than 65,534 octets */
  text(value: string | null): void {
    const length = value === null ? 0 : this.#octets.write(value, this.#at + 2, 'utf8');
    this.#length(value === null ? NULL_LENGTH : length, this.#at);
    this.#at += length;
  }

  /** @throws RangeError for more than 65,534 octets */
  octets(value: Uint8Array): void {
    this.#octets.set(value, this.#at + 2);
    this.#length(value.length, this.#at);
    this.#at += value.length;
  }

  #length(length: number, at: number): void {
    if (length > MAX_LENGTH && length !== NULL_LENGTH)
      throw new RangeError(`${length} octets are too many for a field`);
    this.#octets.writeUInt16LE(length, at);
    this.#at += 2;
  }
}
