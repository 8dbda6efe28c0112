import { desEncrypt, setDesKey } from '../protocol/crypto/des.ts';
import { md4, md4Scratch } from '../protocol/crypto/md4.ts';
import { MAX_KEY, scratch } from '../protocol/crypto/scratch-buffer.ts';

/**
 * A subscriber's password and what the methods derive from it. A million of them are kept in memory, so the hashes of
 * MS-CHAP, which take a microsecond, are computed each time.
 */
export class Credential {
  /** The password in UTF-8, as PAP and CHAP carry it. */
  readonly octets: Buffer;
  private readonly password: string;

  /** @throws RangeError for a password of more than 1,024 octets */
  constructor(password: string) {
    this.password = password;
    this.octets = Buffer.from(password, 'utf8');
    if (this.octets.length > MAX_KEY) {
      throw new RangeError(`A password has ${MAX_KEY} octets at most, not ${this.octets.length}`);
    }
  }

  /** NtPasswordHash: MD4 of the password in UTF-16 (RFC 2759 section 8.3). */
  get ntHash(): Buffer {
    return md4Scratch(scratch.write(this.password, 'utf16le'));
  }

  /** HashNtPasswordHash (RFC 2759 section 8.4). */
  get ntHashHash(): Buffer {
    return md4(this.ntHash);
  }

  /**
   * The first eight octets of the LAN Manager hash, from which MS-CHAPv1 derives its 40-bit and 56-bit MPPE keys (RFC 3079
   * section 2). Zeros for a password that LAN Manager cannot have: more than 14 characters, or any outside ASCII.
   */
  lmKey(): Buffer {
    const out = Buffer.alloc(8);
    if (!/^[\x20-\x7e]{0,14}$/.test(this.password)) return out;
    const seven = Buffer.alloc(7);
    seven.write(this.password.toUpperCase(), 'latin1');
    setDesKey(seven, 0);
    desEncrypt(Buffer.from('KGS!@#$%', 'latin1'), out, 0);
    return out;
  }
}
