import type { LastmileEvent } from './api.ts';

/** The message is not from the node, was changed on its way, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** The secret of the webhook: `whsec_…`. */
  readonly secret: string;
  /** How far the time of the message may be off, in seconds. Default 300. */
  readonly toleranceS?: number;
}

type Headers = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event that a webhook was sent, once its signature is verified (Standard Webhooks 1.0).
 * @param body the octets of the request as they came, before any parsing
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers,
  { secret, toleranceS = 300 }: VerifyOptions,
): Promise<LastmileEvent> {
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !sentAt || !signatures) throw new WebhookVerificationError('a webhook header is missing');
  if (!(Math.abs(Date.now() / 1_000 - Number(sentAt)) <= toleranceS))
    throw new WebhookVerificationError('the message is too old, or of the future');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const data = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', octets(secret.replace(/^whsec_/, '')), data, false, ['verify']);
  const message = new TextEncoder().encode(`${id}.${sentAt}.${text}`);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, octets(value), message)))
      return JSON.parse(text) as LastmileEvent;
  }
  throw new WebhookVerificationError('no signature of the message is right');
}

function headerOf(headers: Headers, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Record<string, string | readonly string[] | undefined>)[name];
  return typeof value === 'string' ? value : undefined;
}

function octets(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
