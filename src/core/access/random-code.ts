import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

/** 80 random bits as `xxxx-xxxx-xxxx-xxxx` in base32, which has no letters and digits that look alike. */
export function randomCode(): string {
  const { base32 } = Secret.fromHex(randomBytes(10).toString('hex'));
  return (base32.toLowerCase().match(/.{4}/g) ?? []).join('-');
}
