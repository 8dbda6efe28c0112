import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

const NOTHING = ["'none'"];

/** The headers that helmet sets. Recorded once, since they are the same for every response. */
const headers: [string, string][] = [];

/**
 * The headers of every response. No CORS headers, so browsers let no other site read a response. Pages set a content policy
 * of their own. No `includeSubDomains`, since other hosts of the ISP's domain are not ours.
 */
const setAll = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: NOTHING, baseUri: NOTHING, formAction: NOTHING, frameAncestors: NOTHING },
  },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
});
const recorder = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} };
setAll({} as IncomingMessage, recorder as unknown as ServerResponse, () => {});

export function setSecureHeaders(response: ServerResponse): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}

/** Renders a page. `nonce` allows its own scripts and styles; browsers run no others. */
export type Page = (nonce: string) => string;

/** `formTargets`: the sites that its forms may be sent to; none by default. */
export function sendPage(
  response: ServerResponse,
  page: Page,
  formTargets: readonly string[] = NOTHING,
  status = 200,
): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${formTargets.join(' ')}`,
    "frame-ancestors 'none'",
  ];
  const body = Buffer.from(page(nonce));
  response.writeHead(status, {
    'Content-Security-Policy': policy.join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
