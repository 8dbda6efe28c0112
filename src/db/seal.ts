import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SecretsKeys } from '../config/secrets-keys.ts';

/**
 * Encryption of secrets that must be read back (RADIUS secrets, CHAP passwords): AES-256-GCM with a random nonce, bound to a
 * purpose, so that a sealed value cannot be opened in another column.
 *
 * Layout: version (1 octet) | key fingerprint (4) | nonce (12) | ciphertext | tag (16).
 */
const VERSION = 1;
const FINGERPRINT = 4;
const NONCE = 12;
const TAG = 16;
const HEAD = 1 + FINGERPRINT + NONCE;

export type SealFault = 'version' | 'wrongKey' | 'damaged';

const SENTENCES: Record<SealFault, string> = {
  version: 'this secret was sealed by a later version of the program',
  wrongKey: 'this secret was sealed with another secrets key',
  damaged: 'this sealed secret is damaged, or was sealed for another purpose',
};

export class SealError extends Error {
  override readonly name = 'SealError';
  readonly fault: SealFault;

  constructor(fault: SealFault) {
    super(SENTENCES[fault]);
    this.fault = fault;
  }
}

/** Seals a text with the current key. `purpose` names the column, such as `service.password`. */
export function seal({ current: key }: SecretsKeys, purpose: string, text: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE);
  const head = Buffer.concat([Buffer.of(VERSION), keyFingerprint(key), nonce]);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(associated(head, purpose));
  return Buffer.concat([head, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a text that one of the keys has sealed. @throws SealError */
export function unseal({ all: keys }: SecretsKeys, purpose: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < HEAD + TAG) throw new SealError('damaged');
  if (bytes[0] !== VERSION) throw new SealError('version');
  const fingerprint = bytes.subarray(1, 1 + FINGERPRINT);
  const key = keys.find((each) => keyFingerprint(each).equals(fingerprint));
  if (!key) throw new SealError('wrongKey');
  const head = bytes.subarray(0, HEAD);
  const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(1 + FINGERPRINT), { authTagLength: TAG });
  decipher.setAAD(associated(head, purpose));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEAD, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    throw new SealError('damaged');
  }
}

function associated(head: Buffer, purpose: string): Buffer {
  return Buffer.concat([head, Buffer.from(purpose, 'utf8')]);
}

/** The fingerprint of the key that a value was sealed with; null if the value is not sealed with this version. */
export function fingerprintIn(sealed: Buffer): Buffer | null {
  return sealed.length >= HEAD + TAG && sealed[0] === VERSION ? sealed.subarray(1, 1 + FINGERPRINT) : null;
}

const fingerprints = new WeakMap<Buffer, Buffer>();

/** Distinguishes keys without revealing anything about them. */
export function keyFingerprint(key: Buffer): Buffer {
  const known = fingerprints.get(key);
  if (known) return known;
  const fingerprint = createHash('sha256').update('lastmile secrets key').update(key).digest().subarray(0, FINGERPRINT);
  fingerprints.set(key, fingerprint);
  return fingerprint;
}
