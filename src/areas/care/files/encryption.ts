import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { seal, unseal } from '../../../db/seal.ts';

/** What the keys of files are sealed for, followed by the id of the file. */
export const FILE_PURPOSE = 'file.key';

const [KEY, NONCE, TAG] = [32, 12, 16];
const OPTIONS = { authTagLength: TAG };

const purposeOf = (id: number) => `${FILE_PURPOSE} ${id}`;
const associated = (id: number) => Buffer.from(`file ${id}`);

interface EncryptedFile {
  /** The key of the file, sealed with that of the installation. */
  readonly key: Buffer<ArrayBuffer>;
  /** Nonce (12 octets) | ciphertext | tag (16). */
  readonly content: Buffer<ArrayBuffer>;
}

/** Encrypts a file by AES-256-GCM with a random key of its own. Neither part opens for another id. */
export function encryptFile(keys: SecretsKeys, id: number, bytes: Buffer): EncryptedFile {
  const [key, nonce] = [randomBytes(KEY), randomBytes(NONCE)];
  const cipher = createCipheriv('aes-256-gcm', key, nonce, OPTIONS).setAAD(associated(id));
  const content = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  return { key: seal(keys, purposeOf(id), key.toString('base64')), content };
}

/** @throws SealError, or Error if the content is damaged */
export function decryptFile(
  keys: SecretsKeys,
  id: number,
  { key, content }: { key: Uint8Array; content: Buffer },
): Buffer {
  const own = Buffer.from(unseal(keys, purposeOf(id), key), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', own, content.subarray(0, NONCE), OPTIONS);
  decipher.setAAD(associated(id)).setAuthTag(content.subarray(-TAG));
  return Buffer.concat([decipher.update(content.subarray(NONCE, -TAG)), decipher.final()]);
}
