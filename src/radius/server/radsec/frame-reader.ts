import { MAX_PACKET } from '../../protocol/crypto/scratch-buffer.ts';
import { HEADER } from '../../protocol/packet/packet.ts';

const NOTHING = Buffer.alloc(0);

/** Finds the packets in a stream by their Length field (RFC 6613 section 2.6.4). It keeps one incomplete packet at most. */
export class FrameReader {
  #rest: Buffer = NOTHING;

  /** Whether a packet has begun. */
  get isInside(): boolean {
    return this.#rest.length > 0;
  }

  /**
   * Passes each complete packet on, a view of the chunk, until `take` returns false. Returns false then, and if a length is
   * impossible, so that no packet after it can be found.
   */
  read(chunk: Buffer, take: (packet: Buffer) => boolean): boolean {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length - at >= 4) {
      const length = bytes.readUInt16BE(at + 2);
      if (length < HEADER || length > MAX_PACKET) return false;
      if (bytes.length - at < length) break;
      if (!take(bytes.subarray(at, at + length))) return false;
      at += length;
    }
    // A copy, so that a few octets do not keep the whole chunk.
    this.#rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
    return true;
  }
}
