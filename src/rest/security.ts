import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

const NOTHING = ["'none'"];

/** What helmet sets: the same for every request, so it is asked once. */
const headers: [string, string][] = [];

/**
 * Headers of every answer, at every door. No CORS header anywhere: a browser lets no other site read an answer. Pages
 * replace the content policy with their own. No `includeSubDomains`: the other names of an ISP's domain are not ours.
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

/** A page gets a nonce for its own script and style; anything else that finds its way into it stays dead. */
export type Page = (nonce: string) => string;

export function sendPage(response: ServerResponse, page: Page): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  const body = Buffer.from(page(nonce));
  response.writeHead(200, {
    'Content-Security-Policy': policy.join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
