import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';

/*
 * Addresses that the whole Internet may open: each carries a code that only this installation can make, so that guessed ones
 * are refused without the database.
 */

type Subject = 'order' | 'gateway';

/** 16 octets of an HMAC, which 22 digits of base64url always have. */
const CODE = /^([1-9]\d{0,9})-([\w-]{22})$/;

function codeOf(secretsKey: Buffer, subject: Subject, id: number): Buffer {
  return createHmac('sha256', secretsKey).update(`lastmile pay ${subject} ${id}`).digest().subarray(0, 16);
}

const signed = (secretsKeys: SecretsKeys, subject: Subject, id: number): string =>
  `${id}-${codeOf(secretsKeys.current, subject, id).toString('base64url')}`;

/** The id in a text that `payAddress` or `notificationAddress` made; null for any other. */
export function signedId(secretsKeys: SecretsKeys, subject: Subject, text: string): number | null {
  const [, digits, code] = CODE.exec(text) ?? [];
  if (digits === undefined || code === undefined) return null;
  const id = Number(digits);
  const given = Buffer.from(code, 'base64url');
  const isRight = secretsKeys.all.some((key) => timingSafeEqual(given, codeOf(key, subject, id)));
  return isRight ? id : null;
}

interface AddressKernel {
  readonly secretsKeys: SecretsKeys;
  readonly config: Pick<Config, 'publicUrl' | 'http'>;
}

/** Where payers and providers reach this installation. Without PUBLIC_URL that is the node itself, for trials. */
function publicUrl({ config: { publicUrl: told, http } }: AddressKernel): string {
  return told ?? `http://${http.address.includes(':') ? `[${http.address}]` : http.address}:${http.port}`;
}

/** The page of an order. */
export const payAddress = (kernel: AddressKernel, orderId: number): string =>
  `${publicUrl(kernel)}/pay/${signed(kernel.secretsKeys, 'order', orderId)}`;

/** Where a provider sends the notifications of a gateway. */
export const notificationAddress = (kernel: AddressKernel, gatewayId: number): string =>
  `${publicUrl(kernel)}/pay/webhook/${signed(kernel.secretsKeys, 'gateway', gatewayId)}`;
