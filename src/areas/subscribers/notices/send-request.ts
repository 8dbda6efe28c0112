import type { OutgoingAddresses } from '../../../config/outgoing-addresses.ts';
import { type OutgoingAnswer, sendRequest } from '../../../core/outgoing/request.ts';
import { filledIn, onOneLine, type Values } from './placeholders.ts';
import { PermanentRefusal } from './send-email.ts';

/** A request to a provider; `{to}`, `{text}` … stand for the message. */
export interface Provider {
  readonly url: string;
  /** One a line. */
  readonly headers: string | null;
  /** Null: the request is a GET. */
  readonly body: string | null;
  /** What the answer must contain. */
  readonly expect: string | null;
  readonly countryCode: string | null;
}

/** What a provider's request can have. */
export const REQUEST_PLACEHOLDERS = ['to', 'text', 'dlt_template_id', 'message_id', 'secret'] as const;

/** The provider takes no more messages for now (RFC 6585, section 4). */
export class TooManyMessages extends Error {
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

const WITHIN_MS = 15_000;
/** Without a Retry-After in seconds. */
const WAIT_S = 60;
const MAX_WAIT_S = 3_600;
const JSON_TYPE = /\bjson\b/i;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The request that a message makes. */
export function requestOf({ url, headers, body }: Provider, values: Values) {
  const filled = headersOf(headers ?? '').map(([name, value]): [string, string] => [
    name,
    onOneLine(filledIn(value, values, asHeader)),
  ]);
  const given = Object.fromEntries(filled);
  const type = given['content-type'] ?? FORM_TYPE;
  return {
    url: filledIn(url, values, encodeURIComponent),
    method: body === null ? ('GET' as const) : ('POST' as const),
    headers: body === null ? given : { ...given, 'content-type': type },
    body: body === null ? '' : filledIn(body, values, escapeOf(type)),
  };
}

/** Names in lower case, with their values. */
export const headersOf = (lines: string): [string, string][] =>
  lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, Math.max(at, 0)).trim().toLowerCase(), line.slice(at + 1).trim()];
    });

/** Octets that a header cannot have are written as in an address. */
const asHeader = (value: string): string => value.replace(/[^\x20-\x7e]+/g, encodeURIComponent);

const escapeOf =
  (type: string) =>
  (value: string): string => {
    if (JSON_TYPE.test(type)) return JSON.stringify(value).slice(1, -1);
    if (type.startsWith(FORM_TYPE)) return encodeURIComponent(value);
    if (/\bxml\b/i.test(type)) return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
    return value;
  };

/** Only digits, with the country code: `919800000001`. */
export function internationalNumber(mobile: string, countryCode: string | null): string {
  const digits = mobile.replace(/\D/g, '');
  if (mobile.trim().startsWith('+')) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  return countryCode === null ? digits : `${countryCode}${digits.replace(/^0+/, '')}`;
}

/** @throws PermanentRefusal if the provider refuses the message for good; Error for what may pass */
export async function sendByRequest(provider: Provider, values: Values, addresses: OutgoingAddresses): Promise<void> {
  const answer = await sendRequest({ ...requestOf(provider, values), timeoutMs: WITHIN_MS }, addresses);
  const refusal = refusalOf({ ...answer, body: hidden(answer.body, values.secret) }, provider.expect);
  if (refusal === null) return;
  const { status, retryAfter } = answer;
  if (status === 429) throw new TooManyMessages(refusal, waitMsOf(retryAfter));
  const passes = status < 400 || status >= 500 || status === 408;
  throw passes ? new Error(refusal) : new PermanentRefusal(refusal);
}

const waitMsOf = (retryAfter: string | undefined): number =>
  Math.min(/^\d{1,9}$/.test(retryAfter ?? '') ? Math.max(1, Number(retryAfter)) : WAIT_S, MAX_WAIT_S) * 1_000;

/** Some providers repeat the key that they refuse; the reason of a message is shown to people who may not read it. */
const hidden = (body: string, secret: string | undefined): string =>
  secret === undefined || secret === '' ? body : body.replaceAll(secret, '***');

function refusalOf({ status, body }: OutgoingAnswer, expect: string | null): string | null {
  const answer = onOneLine(body).slice(0, 200);
  if (status < 200 || status >= 300) return `HTTP ${status}${answer === '' ? '' : `: ${answer}`}`;
  return expect === null || body.includes(expect) ? null : `the answer does not contain ${expect}: ${answer}`;
}
