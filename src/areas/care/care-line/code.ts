import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';

export const CODE_MINUTES = 10;

/** Six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** As `pinHash` of customers, bound to the call that it is for. */
export const codeHash = (secretsKey: Buffer, callerId: number, code: string): Buffer =>
  createHmac('sha256', secretsKey).update(`lastmile care code ${callerId} ${code}`).digest();

export const isCode = (keys: SecretsKeys, callerId: number, code: string, hash: Buffer): boolean =>
  keys.all.some((key) => timingSafeEqual(codeHash(key, callerId, code), hash));
