import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutgoingAddresses } from '../../config/outgoing-addresses.ts';
import { addressesOf } from './names.ts';

/** A request that a tenant has asked for, to an address that it has chosen. */
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
  /** The header Retry-After (RFC 9110, section 10.2.3). */
  readonly retryAfter?: string | undefined;
}

/** Of an answer; the rest is not read. */
const MAX_ANSWER_BYTES = 16 * 1024;
/** Ports below, other than those of the web, belong to services that take a request for something else. */
const LOWEST_PORT = 1024;
const newAgents = (options: http.AgentOptions) => {
  const all = { ...{ keepAlive: true, keepAliveMsecs: 5_000 }, ...options };
  return { 'http:': new http.Agent(all), 'https:': new https.Agent(all) };
};
const shared = newAgents({ maxFreeSockets: 64, timeout: 30_000 });

type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** How requests reach their address: over which connections, and who resolves names. */
interface Way {
  readonly agents: ReturnType<typeof newAgents>;
  readonly resolve: Resolve;
  /** The receiver recognises a repetition, so a request whose kept connection was closed meanwhile may be sent again. */
  readonly isRepeatable: boolean;
}

/** A connection to a receiver that is kept between requests, which are sent one after another. */
export class OutgoingConnection {
  readonly #way: Way;

  /**
   * @param idleMs for how long it is kept without a request, unless the receiver says less (`Keep-Alive: timeout`)
   * @param resolve resolves the name of the receiver, for each connection that is opened
   */
  constructor(idleMs: number, resolve: Resolve = addressesOf) {
    const agents = newAgents({ maxSockets: 1, maxFreeSockets: 1, timeout: idleMs });
    this.#way = { agents, resolve, isRepeatable: true };
  }

  /** As `sendRequest`; but a request may arrive twice, if the receiver closed the connection when it came. */
  send(request: OutgoingRequest, addresses: OutgoingAddresses): Promise<OutgoingAnswer> {
    return sendBy(this.#way, request, addresses);
  }

  close(): void {
    for (const agent of Object.values(this.#way.agents)) agent.destroy();
  }
}

/** Why such an address can never be called; null: it may be possible. */
export function urlRefusal(url: string, addresses: OutgoingAddresses): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !Object.hasOwn(shared, parsed.protocol)) return 'must be an address that begins with https://';
  if (parsed.username || parsed.password) return 'must not contain a username or a password';
  if (parsed.port !== '' && Number(parsed.port) < LOWEST_PORT)
    return `must use the standard port of its protocol, or a port from ${LOWEST_PORT} up`;
  const host = hostOf(parsed);
  if (isIP(host) && !addresses.isReachable(host))
    return `must not lead to ${host}, which is not a public Internet address`;
  if (parsed.protocol === 'http:' && !(isIP(host) && addresses.isAllowed(host))) return 'must begin with https://';
  return null;
}

/**
 * Sends one request. The address is checked after the name was resolved, for each connection anew, so a name cannot be made to
 * lead into a private network later; a redirect is an answer like any other and is not followed.
 * @throws Error with a sentence, if there is no answer in time
 */
export function sendRequest(request: OutgoingRequest, addresses: OutgoingAddresses): Promise<OutgoingAnswer> {
  return sendBy({ agents: shared, resolve: addressesOf, isRepeatable: false }, request, addresses);
}

async function sendBy(
  { agents, resolve, isRepeatable }: Way,
  { url: text, method = 'POST', headers, body, timeoutMs }: OutgoingRequest,
  addresses: OutgoingAddresses,
): Promise<OutgoingAnswer> {
  const refusal = urlRefusal(text, addresses);
  if (refusal !== null) throw new Error(`the address ${refusal}`);
  const url = new URL(text);
  const protocol = url.protocol as keyof typeof agents;
  const end = new AbortController();
  const { signal } = end;
  const options = {
    ...{ method, agent: agents[protocol], signal, lookup: reachable(addresses, resolve) },
    headers: { 'user-agent': 'Lastmile', 'content-length': String(Buffer.byteLength(body)), ...headers },
  };
  const timer = setTimeout(() => end.abort(), timeoutMs).unref();
  try {
    for (;;) {
      const outgoing = (protocol === 'https:' ? https : http).request(url, options);
      outgoing.end(body);
      try {
        return await answerTo(outgoing);
      } catch (error) {
        if (signal.aborted) throw new Error(`no answer within ${timeoutMs / 1_000} s`);
        if (!isRepeatable || !wasClosed(outgoing, error)) throw error;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The receiver closed a connection that was kept, as it may at any time. A new one, which it closes as well, is its answer. */
const wasClosed = (outgoing: http.ClientRequest, error: unknown): boolean =>
  outgoing.reusedSocket && ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');

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
      response.on('close', () => {
        done({ status: response.statusCode ?? 0, body: body(), retryAfter: response.headers['retry-after'] });
      });
    });
  });
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Resolves a name to those of its addresses that may be called. */
function reachable(addresses: OutgoingAddresses, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    void resolve(hostname).then(
      (found) => {
        const usable = found.filter(({ address }) => addresses.isReachable(address));
        const [first] = usable;
        if (!first) return callback(new Error(`${hostname} has no public Internet address`), []);
        if (options.all) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}
