import { jsonIn } from './json.ts';

/** How long a provider may take for one answer. */
const ANSWER_MS = 10_000;
/** Answers about an order take a few kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The provider does not answer, or not now: the same call may succeed later. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/** The provider answers that it does not do this. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
}

export interface ProviderCall {
  /** For people. */
  readonly provider: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * One call of a provider's interface. Returns the JSON of the answer.
 * @throws ProviderAway after ten seconds, without a connection, for an answer that is no JSON, and for the statuses that say so; else ProviderRefusal, with the provider's own sentence
 */
export async function callProvider(call: ProviderCall): Promise<unknown> {
  const { provider, method, url, headers, body, signal } = call;
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, {
      ...{ method, headers, redirect: 'error' },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    status = response.status;
    text = await limitedText(response);
  } catch (cause) {
    throw new ProviderAway(`${provider} does not answer`, { cause });
  }
  // A conflict is another attempt of the same call that is not done yet.
  if (status === 409 || status === 429 || status >= 500)
    throw new ProviderAway(`${provider} answered with status ${status}`);
  const answer = jsonIn(text);
  if (status === 401 || status === 403) throw new ProviderRefusal(`${provider} rejects the key`);
  if (status >= 400) throw new ProviderRefusal(`${provider} refused: ${reasonIn(answer) ?? `status ${status}`}`);
  if (answer === undefined) throw new ProviderAway(`the answer of ${provider} is not JSON`);
  return answer;
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Both providers: `{ error: { description | message } }`. Shown to the ISP's staff, so nothing but a line of text. */
function reasonIn(answer: unknown): string | undefined {
  const error = (answer as { error?: { description?: unknown; message?: unknown } } | null | undefined)?.error;
  const reason = error?.description ?? error?.message;
  if (typeof reason !== 'string') return undefined;
  return reason.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, 300);
}
