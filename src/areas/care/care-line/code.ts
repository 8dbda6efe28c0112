import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';

export const CODE_MINUTES = 10;

/** Six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** A code that links a chat is right as long as the number that it was sent to is the one on record. */
export const linkingCode = (mobile: string, code: string): string => `${mobile} ${code}`;

/** As `pinHash` of customers, bound to the call that it is for. */
export const codeHash = (secretsKey: Buffer, callerId: number, code: string): Buffer =>
  createHmac('sha256', secretsKey).update(`lastmile care code ${callerId} ${code}`).digest();

export const isCode = (keys: SecretsKeys, callerId: number, code: string, hash: Buffer): boolean =>
  keys.all.some((key) => timingSafeEqual(codeHash(key, callerId, code), hash));
