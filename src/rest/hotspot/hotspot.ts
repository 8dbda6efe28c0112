import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type HotspotIsp, hotspotIsp } from '../../areas/online/hotspot/hotspot.ts';
import { FAULT_STATUS, Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { addressOf } from '../address.ts';
import { readForm } from '../body.ts';
import { formPairs } from '../form.ts';
import { targetOf } from '../request.ts';
import { retryAfter } from '../response.ts';
import { sendPage } from '../security.ts';
import { strangers } from '../strangers.ts';
import { hotspotPage } from './page.ts';
import { carriedOf, givenIn } from './parameters.ts';
import { type Outcome, visit } from './visit.ts';
import { wordsFor } from './words.ts';

/** Guests on a node at a time. */
const MAX_GUESTS = 4;
/** Of the form, with all that a NAS sends. */
const MAX_BODY = 16 * 1_024;
const MAX_ID = 2_147_483_647;

type Pairs = Iterable<readonly [string, unknown]>;

/**
 * `/hotspot/<ispid>`, where the login page of a NAS sends guests: RouterOS by a form, CoovaChilli by an address. A guest enters a code,
 * and the browser goes back to the NAS with a ticket that logs the device in. Nobody is sent anywhere but to a NAS of the ISP.
 */
export function hotspotPages(kernel: Kernel): RequestHandler {
  const inTurn = strangers(kernel, MAX_GUESTS);

  async function answer(request: Request, response: Response, ispId: number, pairs: Pairs): Promise<void> {
    const given = givenIn(pairs);
    const guest = { ispId, address: addressOf(request, kernel), now: kernel.clock.now() };
    const [isp, outcome] = await inTurn(request, async () => {
      const found = await hotspotIsp(kernel, ispId);
      if (!found) throw new Fault('notFound', 'There is no hotspot at this address.');
      return [found, await visit(kernel, { given, guest, isPost: request.method === 'POST' })] as const;
    });
    send(response, { isp, outcome, given, accepted: request.headers['accept-language'] ?? '' });
  }

  const serve =
    (read: (request: Request) => Promise<Pairs>) =>
    async (request: Request, response: Response, next: (what: 'router') => void): Promise<void> => {
      const ispId = idIn(String(request.params.ispid));
      if (ispId === null) return next('router');
      try {
        await answer(request, response, ispId, await read(request));
      } catch (error) {
        refuse(kernel, response, error);
      }
    };
  return Router()
    .get(
      '/:ispid',
      serve(async (request) => formPairs(targetOf(request.url).query)),
    )
    .post(
      '/:ispid',
      serve((request) => readForm(request, MAX_BODY)),
    );
}

function idIn(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return id <= MAX_ID ? id : null;
}

interface Sent {
  readonly isp: HotspotIsp;
  readonly outcome: Outcome;
  readonly given: ReturnType<typeof givenIn>;
  readonly accepted: string;
}

function send(response: Response, { isp, outcome, given, accepted }: Sent): void {
  if ('goTo' in outcome) {
    const headers = { Location: outcome.goTo, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
    response.status(303).set(headers).end();
    return;
  }
  const words = wordsFor(given.lang, accepted, isp.language);
  const { state, origin, waitS } = outcome;
  const said = waitS !== undefined ? words.minutes(Math.ceil(waitS / 60)) : state === null ? '' : words.states[state];
  if (waitS !== undefined) response.setHeader('Retry-After', waitS);
  const form = origin === null ? null : { carried: carriedOf(given), isKnown: outcome.isKnown };
  // Browsers apply the policy to where a form leads in the end.
  const targets = origin === null ? undefined : ["'self'", origin];
  const status = waitS !== undefined ? FAULT_STATUS.tooMany : state === 'unavailable' ? FAULT_STATUS.unavailable : 200;
  sendPage(response, hotspotPage({ isp, words, said, form }), targets, status);
}

/** One sentence, in the language of those who set up the hotspot: no guest's entry leads here. */
function refuse(kernel: Kernel, response: Response, error: unknown): void {
  if (response.headersSent) throw error;
  const isOurs = !(error instanceof Fault) || error.kind === 'internal';
  if (isOurs) logThrottled(kernel.log, { err: error }, 'cannot show the page of a hotspot');
  const fault = isOurs ? new Fault('unavailable', 'We cannot look this up now. Try again in a few seconds.') : error;
  const seconds = retryAfter(fault);
  if (seconds !== undefined) response.set('Retry-After', String(seconds));
  response
    .status(FAULT_STATUS[fault.kind])
    .set('Cache-Control', 'no-store')
    .type('text/plain')
    .send(`${fault.message}\n`);
}
