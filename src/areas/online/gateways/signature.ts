import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a text is the HMAC-SHA256 of the content in hexadecimal. Takes the same time wherever they differ. */
export function isSignature(given: string, secret: string, content: string | Buffer): boolean {
  if (!/^[0-9a-f]{64}$/i.test(given)) return false;
  const expected = createHmac('sha256', secret).update(content).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
