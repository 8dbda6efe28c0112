import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BrowserSession, DEVICE_MS } from '../core/access/browser-session.ts';
import { MAX_SESSION_MS } from '../core/access/login-session.ts';
import { MAX_SUBSCRIBER_SESSION_MS } from '../core/access/subscriber-session.ts';
import { Fault } from '../core/fault.ts';

/** Whose pages call, and the cookie of each: one browser may be signed in to both. */
const PAGES = {
  console: { cookie: 'lastmile', lastsMs: MAX_SESSION_MS },
  portal: { cookie: 'lastmile-my', lastsMs: MAX_SUBSCRIBER_SESSION_MS },
} as const;

interface Options {
  /** Default: the console. */
  readonly of?: keyof typeof PAGES;
  /** Whether a session may be kept over unencrypted HTTP from another machine. */
  readonly insecure: boolean;
}

/** Scripts of other sites cannot send it without asking this host first, which never allows it. */
const MARK = 'x-lastmile';
const MAX_AGENT = 200;
const MAX_DEVICE = 1_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The session that the sender's browser keeps, in a cookie. Null for a request that carries none: without the header
 * `x-lastmile` that names its pages, or from a page of another site.
 */
export function browserSessionOf(
  request: IncomingMessage,
  response: ServerResponse,
  { of = 'console', insecure }: Options,
): BrowserSession | null {
  const { headers } = request;
  if (headers[MARK] !== of || !isSameOrigin(request)) return null;
  const way = wayFrom(headers.origin);
  const isEncrypted = way === 'encrypted';
  // Browsers keep a cookie of this prefix only if it is Secure, of this very host, and for all paths. Safari keeps no Secure cookie
  // of an address that begins with http://, not even of its own machine.
  const { cookie, lastsMs } = PAGES[of];
  const nameOf = (base: string) => (isEncrypted ? `__Host-${base}` : `${base}-insecure`);
  const [name, deviceName] = [nameOf(cookie), nameOf(`${cookie}-device`)];
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isEncrypted ? '; Secure' : ''}`;
  const set = (of: string, value: string, ms: number) =>
    response.appendHeader('Set-Cookie', `${of}=${value}; Max-Age=${ms / 1_000}; ${attributes}`);
  const isReadable = way !== 'open' || insecure;
  return {
    token: isReadable ? cookieOf(headers.cookie, name) : undefined,
    device: isReadable ? cookieOf(headers.cookie, deviceName)?.slice(0, MAX_DEVICE) : undefined,
    agent: (headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAX_AGENT),
    checkEncrypted() {
      if (isReadable) return;
      throw new Fault('forbidden', 'use HTTPS to sign in; without it others could read the password');
    },
    keep: (token) => set(name, token, lastsMs),
    keepDevice: (marks) => set(deviceName, marks, DEVICE_MS),
    drop: () => set(name, '', 0),
  };
}

/** Browsers send `Origin` with every POST, and `Sec-Fetch-Site` with every request; programs send neither. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/** How a browser at this origin reaches the node; a program decides for itself. */
function wayFrom(origin: string | undefined): 'encrypted' | 'loopback' | 'open' {
  if (origin === undefined) return 'encrypted';
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:') return 'encrypted';
  return LOOPBACK.test(hostname) ? 'loopback' : 'open';
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(';').find((each) => each.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim() || undefined;
}
