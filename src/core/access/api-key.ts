import { hash, randomBytes } from 'node:crypto';

/** A new API key: 50 lowercase hex digits (200 random bits). Shown once, stored only as its digest. */
export function newApiKey(): string {
  return randomBytes(25).toString('hex');
}

/** SHA-256 of an API key or the token of a session. Both are random and need no salt. */
export function digestOfKey(apiKey: string): Buffer {
  return hash('sha256', apiKey, 'buffer');
}
