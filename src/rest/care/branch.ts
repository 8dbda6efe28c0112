import type { IncomingMessage } from 'node:http';
import type { AnyRouter } from '@trpc/server';
import { type Response, Router } from 'express';
import { QUESTIONS } from '../../areas/care/care-line/branch/decide.ts';
import { inTime } from '../../areas/care/care-line/status.ts';
import { authenticateBranch } from '../../rpc/authenticate.ts';
import type { Context } from '../../rpc/context.ts';
import { faultOf } from '../../rpc/fault-of.ts';
import { openContext } from '../../rpc/open-context.ts';
import { turnOfCredentials } from '../../rpc/turns.ts';
import { addressOf } from '../address.ts';
import { whenGone } from '../gone.ts';
import { callProcedure } from '../procedure-call.ts';
import { parametersIn, targetOf } from '../request.ts';
import type { ApiOptions } from '../rest-api.ts';
import { type Route, routeTable } from '../routes.ts';

const NO_CREDENTIALS = { userid: undefined, apiKey: undefined };
/** As `newToken` makes them. */
const TOKEN = /^[\w-]{43}$/;

/**
 * `GET /care/branch/<token>?ask=known`, for telephone flows that can only branch, such as Exotel’s Passthru: 200 is yes, 302 no.
 * Somebody waits on the line, so the answer takes 1.5 seconds at most; what cannot be told is no, since every flow has a way for that.
 * A wrong token is 404, and a flow that is not set up right gets 400 with a sentence.
 */
export function branchPages(router: AnyRouter, options: ApiOptions): Router {
  const { kernel } = options;
  const route = routeTable(router).get('/care/branch');

  async function answer(
    request: IncomingMessage,
    token: string,
    response: Response,
  ): Promise<readonly [number, string]> {
    if (!route || !TOKEN.test(token)) return NOTHING_HERE;
    const asked = askedIn(parametersIn(targetOf(request.url).query));
    if (typeof asked === 'string') return [400, asked];
    const deciding = decided(options, route, router, { request, response, token, asked });
    try {
      const isYes = await inTime(deciding);
      return isYes ? [200, 'Yes.'] : [302, 'No.'];
    } catch (error) {
      const { kind } = faultOf(error);
      return kind === 'unauthenticated' || kind === 'forbidden' ? NOTHING_HERE : [302, 'No.'];
    }
  }

  return Router().get('/:token', async (request, response) => {
    const [status, text] = await answer(request, request.params.token, response).catch((error: unknown) => {
      const { kind, message } = faultOf(error);
      if (kind === 'internal') kernel.log.error({ err: error }, 'internal error');
      return [kind === 'badInput' ? 400 : 500, message] as const;
    });
    response.status(status).set('Cache-Control', 'no-store').type('text/plain').send(`${text}\n`);
  });
}

const NOTHING_HERE = [404, 'There is nothing at this address.'] as const;

type Asked = Record<'call_id' | 'from' | 'ask' | 'digits', string | undefined>;

interface Incoming {
  readonly request: IncomingMessage;
  readonly response: Response;
  readonly token: string;
  readonly asked: Asked;
}

/** The caller is authenticated by the token; all else is as in a call of the API. */
async function decided(
  { kernel, failures }: ApiOptions,
  route: Route,
  router: AnyRouter,
  { request, response, token, asked }: Incoming,
): Promise<boolean> {
  const address = addressOf(request, kernel);
  const caller = { address, whenGone: whenGone(response) };
  const actor = await authenticateBranch(kernel, {
    ...{ token, address },
    inTurn: turnOfCredentials({ kernel, ...caller }),
  });
  const authenticate = async () => actor;
  const opened = openContext(kernel, failures, { credentials: NO_CREDENTIALS, ...caller });
  const ctx: Context = { ...opened, hasCredentials: true, authenticate, authenticateAgain: authenticate };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const { answer } = (await callProcedure(router, route, ctx, given)) as { answer: boolean };
  return answer;
}

/** What Exotel sends, as far as it matters, or what is wrong with it. It writes typed digits between quotation marks. */
function askedIn(parameters: ReadonlyMap<string, unknown>): Asked | string {
  const text = (name: string, longest: number): string | undefined => {
    const value = parameters.get(name);
    const plain = typeof value === 'string' ? value.trim().slice(0, longest) : '';
    return plain === '' ? undefined : plain;
  };
  const ask = text('ask', 20);
  if (!QUESTIONS.some((each) => each === ask)) return `ask: must be one of ${QUESTIONS.join(', ')}.`;
  const call_id = text('CallSid', 100);
  if (call_id === undefined) return 'CallSid: is required.';
  const digits = text('digits', 40)
    ?.replace(/^"+|"+$/g, '')
    .trim();
  return { ask, call_id, from: text('CallFrom', 100) ?? text('From', 100), digits: digits === '' ? undefined : digits };
}
