import { createHmac, randomBytes } from 'node:crypto';

/** As Standard Webhooks write it: the prefix, then Base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret, which the receiver needs to verify signatures. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export interface Message {
  /** The same for every attempt, so that a receiver recognises a repetition. */
  readonly id: string;
  /** Of this attempt. */
  readonly sentAt: Date;
  readonly body: string;
}

/** The headers of Standard Webhooks (specification 1.0): a signature for each secret, the present one first. */
export function signedHeaders({ id, sentAt, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
