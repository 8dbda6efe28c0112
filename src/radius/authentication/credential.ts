import { type DesKey, desEncrypt, desKey } from '../crypto/des.ts';
import { md4 } from '../crypto/md4.ts';
import { MAX_KEY } from '../crypto/slate.ts';
import { responseKeys } from './ms-chap.ts';

/**
 * A subscriber's password with what the methods derive from it. What MS-CHAP needs, half a kilobyte, is computed at its
 * first use and kept, so whoever keeps the credential between log-ins spares it.
 */
export class Credential {
  /** The password in UTF-8, as PAP and CHAP carry it. */
  readonly octets: Buffer;
  private readonly password: string;
  private hash: Buffer | null = null;
  private hashOfHash: Buffer | null = null;
  private keys: readonly DesKey[] | null = null;

  /** Throws a RangeError for a password of more than 1,024 octets. */
  constructor(password: string) {
    this.password = password;
    this.octets = Buffer.from(password, 'utf8');
    if (this.octets.length > MAX_KEY) {
      throw new RangeError(`A password has ${MAX_KEY} octets at most, not ${this.octets.length}`);
    }
  }

  /** NtPasswordHash: MD4 of the password in UTF-16 (RFC 2759 section 8.3). */
  get ntHash(): Buffer {
    this.hash ??= md4(Buffer.from(this.password, 'utf16le'));
    return this.hash;
  }

  /** HashNtPasswordHash (RFC 2759 section 8.4). */
  get ntHashHash(): Buffer {
    this.hashOfHash ??= md4(this.ntHash);
    return this.hashOfHash;
  }

  /** The keys under which a challenge of MS-CHAP is answered; making them takes a third of a log-in. */
  get responseKeys(): readonly DesKey[] {
    this.keys ??= responseKeys(this.ntHash);
    return this.keys;
  }

  /**
   * The first eight octets of the LAN Manager hash, of which MS-CHAPv1 makes its 40-bit and 56-bit MPPE keys (RFC 3079
   * section 2). Zeros where LAN Manager knows no such password: above 14 characters or outside ASCII.
   */
  lmKey(): Buffer {
    const out = Buffer.alloc(8);
    if (!/^[\x20-\x7e]{0,14}$/.test(this.password)) return out;
    const seven = Buffer.alloc(7);
    seven.write(this.password.toUpperCase(), 'latin1');
    desEncrypt(desKey(seven), Buffer.from('KGS!@#$%', 'latin1'), out);
    return out;
  }
}
