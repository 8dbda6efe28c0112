import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutgoingAddresses } from '../config/outgoing-addresses.ts';
import { addressesOf } from './outgoing-names.ts';

/** A request that a tenant has asked for, to an address that he has chosen. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method?: 'POST' | 'GET' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly timeoutMs: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** The beginning of the body. */
  readonly body: string;
}

/** Of an answer; the rest is not read. */
const MAX_ANSWER_BYTES = 16 * 1024;
/** Ports below, other than those of the web, belong to services that take a request for something else. */
const LOWEST_PORT = 1024;
const AGENT = { keepAlive: true, keepAliveMsecs: 5_000, maxFreeSockets: 64, timeout: 30_000 };
const agents = { 'http:': new http.Agent(AGENT), 'https:': new https.Agent(AGENT) };

/** Why such an address can never be called; null: it may be possible. */
export function urlRefusal(url: string, addresses: OutgoingAddresses): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !Object.hasOwn(agents, parsed.protocol)) return 'must be an address that begins with https://';
  if (parsed.username || parsed.password) return 'must not contain a user name or a password';
  if (parsed.port !== '' && Number(parsed.port) < LOWEST_PORT)
    return `must use the port of its protocol or one from ${LOWEST_PORT} on`;
  const host = hostOf(parsed);
  if (isIP(host) && !addresses.isReachable(host))
    return `must not lead to ${host}, which is not an address of the Internet`;
  if (parsed.protocol === 'http:' && !(isIP(host) && addresses.isAllowed(host))) return 'must begin with https://';
  return null;
}

/**
 * Sends one request. The address is checked after the name was resolved, for each connection anew, so a name cannot be made to
 * lead into a private network later; a redirect is an answer like any other and is not followed.
 * @throws Error with a sentence, if there is no answer in time
 */
export async function sendRequest(request: OutgoingRequest, addresses: OutgoingAddresses): Promise<OutgoingAnswer> {
  const refusal = urlRefusal(request.url, addresses);
  if (refusal !== null) throw new Error(`the address ${refusal}`);
  const url = new URL(request.url);
  const protocol = url.protocol as keyof typeof agents;
  const signal = AbortSignal.timeout(request.timeoutMs);
  const outgoing = (protocol === 'https:' ? https : http).request(url, {
    ...{ method: request.method ?? 'POST', agent: agents[protocol], signal, lookup: reachable(addresses) },
    headers: {
      'user-agent': 'Lastmile',
      'content-length': String(Buffer.byteLength(request.body)),
      ...request.headers,
    },
  });
  outgoing.end(request.body);
  try {
    return await answerTo(outgoing);
  } catch (error) {
    throw signal.aborted ? new Error(`no answer within ${request.timeoutMs / 1_000} s`) : error;
  }
}

/** The status, and as much of the body as is kept, even if the rest does not arrive. */
function answerTo(outgoing: http.ClientRequest): Promise<OutgoingAnswer> {
  return new Promise((done, fail) => {
    outgoing.on('error', fail);
    // Without a listener Node closes the connection and tells nobody, not even when the time is over.
    outgoing.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      done({ status: statusCode, body: '' });
    });
    outgoing.on('response', (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      const body = () => Buffer.concat(parts).toString('utf8', 0, MAX_ANSWER_BYTES);
      response.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length >= MAX_ANSWER_BYTES) response.destroy();
      });
      response.on('error', () => undefined);
      response.on('close', () => done({ status: response.statusCode ?? 0, body: body() }));
    });
  });
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Resolves a name to those of its addresses that may be called. */
function reachable(addresses: OutgoingAddresses): LookupFunction {
  return (hostname, options, callback) => {
    void addressesOf(hostname).then(
      (found) => {
        const usable = found.filter(({ address }) => addresses.isReachable(address));
        const [first] = usable;
        if (!first) return callback(new Error(`${hostname} leads to no address of the Internet`), []);
        if (options.all) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}
