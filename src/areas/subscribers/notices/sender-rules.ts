import { isIP } from 'node:net';
import type { z } from 'zod';
import type { OutgoingAddresses } from '../../../config/outgoing-addresses.ts';
import { badParameter } from '../../../core/fault.ts';
import { urlRefusal } from '../../../core/outgoing/request.ts';
import { refuseUnknown } from './placeholders.ts';
import { headersOf, REQUEST_PLACEHOLDERS, requestOf } from './send-request.ts';
import type { senderSettings } from './sender-settings.ts';

type Settings = z.output<typeof senderSettings>;

const OF_EMAIL = ['host', 'port', 'username', 'from'] as const;
const OF_REQUEST = ['url', 'headers', 'body', 'expect', 'country_code'] as const;
/** Ports of mail; below 1024 the others belong to services that take the dialogue for something else. */
const MAIL_PORTS = [25, 465, 587];
const LOWEST_PORT = 1024;
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;
/** The node itself says these. */
const OWN_HEADERS = ['host', 'content-length', 'connection', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer'];

/** @throws Fault of kind `badInput` if the settings do not fit the channel, or the node must not ask the address */
export function refuseUnfitSender(input: Settings, addresses: OutgoingAddresses): void {
  const isEmail = input.channel === 'email';
  const foreign = (isEmail ? OF_REQUEST : OF_EMAIL).find((name) => input[name] !== undefined);
  if (foreign) throw badParameter(foreign, `does not apply to ${input.channel}`);
  if (isEmail) refuseUnfitServer(input, addresses);
  else refuseUnfitRequest(input, addresses);
}

function refuseUnfitServer({ host, port = 587, from, username, secret }: Settings, addresses: OutgoingAddresses): void {
  if (host === undefined) throw badParameter('host', 'is required for email');
  if (from === undefined) throw badParameter('from', 'is required for email');
  if (!/^[A-Za-z0-9.:-]+$/.test(host)) throw badParameter('host', 'must be the name or the address of a mail server');
  if (isIP(host) && !addresses.isReachable(host))
    throw badParameter('host', `must not be ${host}, which is not a public Internet address`);
  if (port < LOWEST_PORT && !MAIL_PORTS.includes(port))
    throw badParameter('port', `must be 25, 465, 587 or at least ${LOWEST_PORT}`);
  if (username === undefined && secret !== undefined) throw badParameter('username', 'is required with a secret');
}

function refuseUnfitRequest(input: Settings, addresses: OutgoingAddresses): void {
  const { url, headers = '', body = null } = input;
  if (url === undefined) throw badParameter('url', `is required for ${input.channel}`);
  if (!/^https?:\/\/[^/?#{}]+([/?#]|$)/.test(url))
    throw badParameter('url', 'must have no placeholder before its path');
  for (const name of ['url', 'headers', 'body'] as const) refuseUnknown(name, input[name], REQUEST_PLACEHOLDERS);
  const sample = Object.fromEntries(REQUEST_PLACEHOLDERS.map((name) => [name, 'x']));
  const provider = { url, headers, body, expect: null, countryCode: null };
  const bad = headersOf(headers).find(([name]) => !HEADER_NAME.test(name) || OWN_HEADERS.includes(name));
  if (bad)
    throw badParameter(
      'headers',
      'must be lines such as authorization: Bearer {secret}, without headers of the connection itself',
    );
  const made = requestOf(provider, sample);
  if (Object.values(made.headers).some((value) => /[^\x20-\x7e]/.test(value)))
    throw badParameter('headers', 'must consist of printable ASCII characters');
  const refusal = urlRefusal(made.url, addresses);
  if (refusal !== null) throw badParameter('url', refusal);
  if (body !== null && /\bjson\b/i.test(made.headers['content-type'] ?? '') && !isJson(made.body))
    throw badParameter('body', 'must be JSON, with each placeholder inside quotation marks');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
