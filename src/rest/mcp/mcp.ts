import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyRouter } from '@trpc/server';
import type { RequestHandler } from 'express';
import { FAULT_STATUS, Fault } from '../../core/fault.ts';
import type { Context } from '../../rpc/context.ts';
import { faultOf } from '../../rpc/fault-of.ts';
import { openContext } from '../../rpc/open-context.ts';
import { addressOf } from '../address.ts';
import { BEARER_FORM, bearerCredentials } from '../bearer.ts';
import { readBytes, readJsonBody } from '../body.ts';
import { whenGone } from '../gone.ts';
import { headerCredentials } from '../request.ts';
import { retryAfter } from '../response.ts';
import type { ApiOptions } from '../rest-api.ts';
import { checkOrigin } from './origin.ts';

export const MCP = '/mcp';

/**
 * The Model Context Protocol over Streamable HTTP, for assistants: one message in each POST, answered with JSON. The node keeps
 * no sessions, so that each message is authenticated, and any node may answer it.
 */
export function mcpHandler(router: AnyRouter, options: ApiOptions): RequestHandler {
  const { log } = options.kernel;
  return async (request, response) => {
    try {
      const ctx = await admit(request, response, options);
      const message = await readMessage(request);
      // Few nodes have assistants: the protocol is loaded by the first call.
      const { answerMessage } = await import('./server.ts');
      const version = request.headers['mcp-protocol-version'];
      const answer = await answerMessage(message, { router, ctx, version: version?.toString() });
      send(response, answer.status, await answer.text());
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'internal') log.error({ err: fault.cause ?? fault, path: MCP }, 'internal error');
      if (response.headersSent) response.destroy();
      else sendFault(request, response, fault);
    }
  };
}

/** Authenticates before the body is parsed. One that is refused is discarded, so that the refusal arrives. */
async function admit(request: IncomingMessage, response: ServerResponse, options: ApiOptions): Promise<Context> {
  const { kernel, failures } = options;
  if (request.method !== 'POST')
    throw new Fault('methodNotAllowed', 'use POST; there are no sessions to end and no streams to open');
  try {
    checkOrigin(request, kernel.config);
    const credentials = bearerCredentials(request) ?? headerCredentials(request);
    if (!credentials.userid || !credentials.apiKey) throw new Fault('unauthenticated', `send ${BEARER_FORM}`);
    const address = addressOf(request, kernel);
    const ctx = openContext(kernel, failures, { credentials, address, whenGone: whenGone(response) });
    await ctx.authenticate();
    return ctx;
  } catch (error) {
    await readBytes(request, 0).catch(() => undefined);
    throw error;
  }
}

async function readMessage(request: IncomingMessage): Promise<unknown> {
  const message = await readJsonBody(request);
  // Versions of the protocol before 2025-06-18 had batches. A call that its own batch cancels would never be answered.
  if (Array.isArray(message)) throw new Fault('badInput', 'send one message in each request, not a batch');
  return message;
}

/** Of JSON-RPC 2.0, section 5.1. */
const INVALID_REQUEST = -32_600;
/** The first of those that a server may define. */
const SERVER_ERROR = -32_000;

function sendFault(request: IncomingMessage, response: ServerResponse, fault: Fault): void {
  const { kind, message } = fault;
  const status = FAULT_STATUS[kind];
  const retry = retryAfter(fault);
  if (retry !== undefined) response.setHeader('Retry-After', retry);
  if (kind === 'methodNotAllowed') response.setHeader('Allow', 'POST');
  if (kind === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer');
  if (!request.complete) response.setHeader('Connection', 'close');
  const code = kind === 'badInput' || kind === 'tooLarge' ? INVALID_REQUEST : SERVER_ERROR;
  send(response, status, JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message, data: { status } } }));
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    ...(body === '' ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
