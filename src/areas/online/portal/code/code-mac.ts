import { createHmac, randomInt } from 'node:crypto';

/** Six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * What the database keeps of a code: with the key of the installation, since all codes of six digits are tried out in no time. It
 * is bound to its request, so that equal codes look different.
 */
export const codeMac = (secretsKey: Buffer, request: Buffer, code: string): Buffer =>
  createHmac('sha256', secretsKey)
    .update(`lastmile sign-in code ${request.toString('hex')} ${code}`)
    .digest();
