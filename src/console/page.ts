import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** What Vite writes where the nonce belongs (`html.cspNonce` of its configuration). */
const PLACE = /__NONCE__/g;

/**
 * Sends the console's page with a fresh nonce, for the style elements that its components add. Scripts come from the
 * node only. Nothing may be embedded, and no form may be sent elsewhere; `blob:` shows documents in a frame.
 */
export function sendConsole(response: ServerResponse, html: string): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src blob:',
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  const body = Buffer.from(html.replace(PLACE, nonce));
  response.writeHead(200, {
    'Content-Security-Policy': policy.join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(body);
}

/** Shown where the sources were never built, as in a fresh checkout that a test serves. */
export const UNBUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lastmile</title>
<p>The console is not built. Run <code>npm run build</code>, then load this page again.</p>
</html>
`;
