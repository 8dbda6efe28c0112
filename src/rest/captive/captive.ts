import type { IncomingMessage } from 'node:http';
import { type RequestHandler, type Response, Router } from 'express';
import type { AccessAt } from '../../areas/network/sessions/access-at.ts';
import { Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import { addressOf } from '../address.ts';
import { sendPage } from '../security.ts';
import { CaptiveAnswers } from './answers.ts';
import { captivePage } from './page.ts';

/** Highest id that the database can have. */
const MAX_ID = 2_147_483_647;

/**
 * The way out of the walled garden, for subscribers by the address of their session: without authentication, since a blocked
 * one can prove nothing else, and without a word on who they are.
 * - `/captive/api`, `/captive/<ispid>/api`: whether access is limited, and the page that says why (RFC 8908).
 * - `/captive`, `/captive/<ispid>`: that page.
 *
 * Without an `ispid` the network of the address says whose page it is, unless there is only one ISP (`sessionAt`).
 */
export function captivePages(kernel: Kernel): RequestHandler {
  const answers = new CaptiveAnswers(kernel);
  const router = Router();

  async function find(
    request: IncomingMessage,
    ispId: number | null,
    response: Response,
  ): Promise<AccessAt | null | undefined> {
    try {
      return await answers.of(addressOf(request, kernel), ispId);
    } catch (error) {
      if (!(error instanceof Fault)) kernel.log.warn({ err: error }, 'cannot find the access of an address');
      response.status(503).set({ 'Retry-After': '5', 'Cache-Control': 'no-store' }).type('text/plain');
      response.send('We cannot look this up now. Try again in a few seconds.\n');
      return undefined;
    }
  }

  router.get(['/api', '/:ispid/api'], async (request, response, next) => {
    const ispId = ispIdOf(request.params.ispid);
    if (ispId === undefined) return next('router');
    const found = await find(request, ispId, response);
    if (found !== undefined) sendState(response, found, pageAddress(request, kernel, ispId));
  });
  router.get(['/', '/:ispid'], async (request, response, next) => {
    const ispId = ispIdOf(request.params.ispid);
    if (ispId === undefined) return next('router');
    const found = await find(request, ispId, response);
    if (found !== undefined) sendPage(response, captivePage(found));
  });
  return router;
}

/** Null without one, undefined if it cannot be an id. */
function ispIdOf(text: unknown): number | null | undefined {
  if (text === undefined) return null;
  const id = typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return id <= MAX_ID ? id : undefined;
}

/** RFC 8908 section 5. */
function sendState(response: Response, found: AccessAt | null, page: string): void {
  const captive = found !== null && (found.access === 'blocked' || found.access === 'none');
  response
    .set('Cache-Control', 'private, no-store')
    .type('application/captive+json')
    .send(JSON.stringify({ captive, 'user-portal-url': page }));
}

function pageAddress(request: IncomingMessage, { config }: Kernel, ispId: number | null): string {
  const base = config.publicUrl ?? `https://${request.headers.host ?? 'localhost'}`;
  return ispId === null ? `${base}/captive` : `${base}/captive/${ispId}`;
}
