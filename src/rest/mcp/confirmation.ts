import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretsKeys } from '../../config/secrets-keys.ts';
import { badParameter, parameterFault } from '../../core/fault.ts';
import { digestOfParameters } from '../../rpc/idempotency.ts';
import { CONFIRM_WITHIN_MINUTES, CONFIRMATION } from './confirmation-parameter.ts';

/** What a confirmation is good for. */
interface About {
  readonly keys: SecretsKeys;
  readonly now: Date;
  readonly userId: number;
  readonly procedure: string;
  readonly input: unknown;
}

/** When it ends, what makes it unlike others of the same call, and the proof that a node of this installation has made it. */
const FORM = /^([0-9a-z]{1,11})\.([\w-]{22})\.([\w-]{43})$/;

/** A confirmation of one call. Nothing is stored, so that any node can check it, and asking for many costs nothing. */
export function newConfirmation(about: About): { confirmation: string; expiresAt: Date } {
  const expiresAt = new Date(about.now.getTime() + CONFIRM_WITHIN_MINUTES * 60_000);
  const ends = expiresAt.getTime().toString(36);
  const nonce = randomBytes(16).toString('base64url');
  return { confirmation: `${ends}.${nonce}.${macOf(about, { key: about.keys.current, ends, nonce })}`, expiresAt };
}

/**
 * Returns the confirmation, under which the call is carried out once.
 * @throws Fault if it is not of this caller, tool and input, or has expired
 */
export function checkConfirmation(about: About, confirmation: unknown): string {
  const [, ends, nonce, mac] = typeof confirmation === 'string' ? (FORM.exec(confirmation) ?? []) : [];
  const isOurs = (key: Buffer) =>
    ends !== undefined && nonce !== undefined && isEqual(macOf(about, { key, ends, nonce }), mac ?? '');
  if (!about.keys.all.some(isOurs))
    throw badParameter(
      CONFIRMATION,
      'is not for this call with these arguments; call without it, then repeat exactly that call with the one that it answers',
    );
  if (Number.parseInt(ends ?? '', 36) <= about.now.getTime())
    throw parameterFault('conflict', CONFIRMATION, 'has expired; call without it to get another');
  return confirmation as string;
}

interface Part {
  readonly key: Buffer;
  readonly ends: string;
  readonly nonce: string;
}

function macOf({ userId, procedure, input }: About, { key, ends, nonce }: Part): string {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'lastmile confirmation of a call', 32));
  const digest = digestOfParameters(input).toString('base64url');
  return createHmac('sha256', derived).update([userId, procedure, digest, ends, nonce].join(' ')).digest('base64url');
}

/** Both have the length of a digest. */
const isEqual = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
