import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';

// One block of AES: the id of the service, eight octets of the operator's hash, and zeros that show who made it.
const BLOCK = 16;
const OPERATOR = 4;
const ZEROS = 12;
const FORM = /^[0-9a-f]{32}$/i;

interface Keys {
  readonly cipher: Buffer;
  readonly hash: Buffer;
}

/**
 * Chargeable-User-Identity (RFC 4372): a subscriber by a name that tells nobody anything, the same at every log-in at an operator
 * (Operator-Name, RFC 5580 section 4.1), and another one at another operator. It is made of the service by a key, so every node
 * finds the service by it, and nothing is stored.
 */
export class ChargeableIdentities {
  readonly #secretsKeys: SecretsKeys;
  readonly #keys = new WeakMap<Buffer, Keys>();

  constructor(secretsKeys: SecretsKeys) {
    this.#secretsKeys = secretsKeys;
  }

  /** 32 hexadecimal digits. */
  of(serviceId: number, operator: Uint8Array): string {
    const { cipher, hash } = this.#keysOf(this.#secretsKeys.current);
    const block = Buffer.alloc(BLOCK);
    block.writeUInt32BE(serviceId);
    block.set(
      createHmac('sha256', hash)
        .update(operator)
        .digest()
        .subarray(0, ZEROS - OPERATOR),
      OPERATOR,
    );
    const encrypted = createCipheriv('aes-256-ecb', cipher, null).setAutoPadding(false).update(block);
    return encrypted.toString('hex');
  }

  /** The id of the service; null for what this installation has not made, with the present key or the one before. */
  serviceIn(identity: string): number | null {
    if (!FORM.test(identity)) return null;
    const encrypted = Buffer.from(identity, 'hex');
    for (const key of this.#secretsKeys.all) {
      const { cipher } = this.#keysOf(key);
      const block = createDecipheriv('aes-256-ecb', cipher, null).setAutoPadding(false).update(encrypted);
      if (block.readUInt32BE(ZEROS) === 0) return block.readUInt32BE();
    }
    return null;
  }

  #keysOf(key: Buffer): Keys {
    let keys = this.#keys.get(key);
    if (!keys) {
      const octets = Buffer.from(hkdfSync('sha256', key, '', 'lastmile chargeable user identity', 64));
      keys = { cipher: octets.subarray(0, 32), hash: octets.subarray(32) };
      this.#keys.set(key, keys);
    }
    return keys;
  }
}
