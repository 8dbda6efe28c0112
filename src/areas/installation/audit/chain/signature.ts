import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import type { Head } from './head.ts';

/** Both in base64. */
export interface Signature {
  /** The public key, as SPKI. */
  readonly key: string;
  /** Ed25519. */
  readonly signature: string;
}

/** The head of an Ed25519 key in PKCS #8 (RFC 8410), which its 32 octets follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key of the installation, derived from its secrets key: one secret less to keep. */
function privateKeyOf(secretsKey: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretsKey, '', 'lastmile audit head', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

const textOf = ({ isp, seq, sealed_at, head }: Head): Buffer =>
  Buffer.from(`lastmile audit head ${isp} ${seq} ${sealed_at} ${head}`);

export function publicKeyOf(secretsKey: Buffer): string {
  return createPublicKey(privateKeyOf(secretsKey)).export({ format: 'der', type: 'spki' }).toString('base64');
}

export function signatureOf(head: Head, secretsKey: Buffer): Signature {
  return {
    key: publicKeyOf(secretsKey),
    signature: sign(null, textOf(head), privateKeyOf(secretsKey)).toString('base64'),
  };
}

/** Whether the head was signed with the key that it names. Whose key that is, is another question. */
export function isSigned(head: Head, { key, signature }: Signature): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return verify(null, textOf(head), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false; // not a key at all
  }
}
