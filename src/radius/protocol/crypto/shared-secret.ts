import { type HmacKey, hmacKey } from './hmac-md5.ts';
import { MAX_KEY } from './scratch-buffer.ts';

/** The secret shared with one NAS, with its HMAC key prepared, so that a packet costs as few blocks of MD5 as possible. */
export class SharedSecret {
  readonly octets: Buffer;
  readonly hmac: HmacKey;

  /** @throws RangeError for an empty secret (RFC 2865 section 3 forbids it) or one of more than 1,024 octets */
  constructor(text: string) {
    this.octets = Buffer.from(text, 'utf8');
    if (this.octets.length === 0 || this.octets.length > MAX_KEY) {
      throw new RangeError(`A shared secret has 1 to ${MAX_KEY} octets, not ${this.octets.length}`);
    }
    this.hmac = hmacKey(this.octets);
  }
}

/** The secret of a hop; null with RADIUS/1.1, where TLS alone signs packets and hides passwords (RFC 9765). */
export type HopSecret = SharedSecret | null;
