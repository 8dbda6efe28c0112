import type { Kernel } from '../../../core/kernel.ts';
import type { OutgoingConnection } from '../../../core/outgoing/request.ts';
import { unseal } from '../../../db/seal.ts';
import type { FedEvent } from '../events/read-events.ts';
import { signedHeaders } from './signature.ts';
import { SECRET_PURPOSE } from './vocabulary.ts';

/** Where a message goes, and with which secrets. */
export interface Destination {
  readonly url: string;
  readonly secretEnc: Buffer;
  readonly previousSecretEnc: Buffer | null;
  readonly previousUntil: Date | null;
}

/** What came of one attempt. It is accepted if `error` is null. */
export interface Attempt {
  readonly at: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
}

/** An attempt to tell of an event. */
export interface Delivery {
  readonly event: FedEvent;
  readonly attempt: Attempt;
}

/** A receiver confirms first and works afterwards, as Standard Webhooks advise. */
const ANSWER_WITHIN_MS = 15_000;
const MAX_ERROR = 300;

type Environment = Pick<Kernel, 'config' | 'clock' | 'secretsKeys'>;

/** Sends one message, signed. Never throws: what went wrong is in the result. */
export async function deliver(
  { config, clock, secretsKeys }: Environment,
  { url, secretEnc, previousSecretEnc, previousUntil }: Destination,
  connection: OutgoingConnection,
  message: { readonly id: string; readonly content: unknown },
): Promise<Attempt> {
  const at = clock.now();
  const begun = performance.now();
  const result = (httpStatus: number | null, error: string | null): Attempt => ({
    ...{ at, httpStatus, error: error === null ? null : error.slice(0, MAX_ERROR) },
    durationMs: Math.round(performance.now() - begun),
  });
  try {
    const sealed = [
      secretEnc,
      ...(previousSecretEnc && previousUntil && previousUntil > at ? [previousSecretEnc] : []),
    ];
    const secrets = sealed.map((each) => unseal(secretsKeys, SECRET_PURPOSE, each));
    const body = JSON.stringify(message.content);
    const headers = signedHeaders({ id: message.id, sentAt: at, body }, secrets);
    const { status } = await connection.send({ url, headers, body, timeoutMs: ANSWER_WITHIN_MS }, config.outgoing);
    return result(status, status >= 200 && status < 300 ? null : refusalOf(status));
  } catch (error) {
    return result(null, error instanceof Error ? error.message : String(error));
  }
}

const refusalOf = (status: number): string =>
  status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`;
