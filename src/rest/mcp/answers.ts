import { type CallToolResult, ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { FAULT_STATUS, Fault } from '../../core/fault.ts';
import { withoutSecrets } from '../../rpc/transaction.ts';
import { retryAfter } from '../response.ts';
import type { Route } from '../routes.ts';
import { CONFIRM_WITHIN_MINUTES } from './confirmation-parameter.ts';
import type { Tool } from './tools.ts';

/** Of the text of an answer. A model has to read all of it, and most take less than ten times as much. */
const MAX_BYTES = 100_000;

type Structured = Record<string, unknown>;

/** The text says the same for clients that know texts only. */
const answer = (structuredContent: Structured, text = JSON.stringify(structuredContent)): CallToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent,
});

/**
 * An error of the protocol, which the program of the assistant gets in place of an answer. The SDK's own error puts a code before
 * the sentence.
 */
export const protocolError = (fault: Fault): Error =>
  Object.assign(new Error(fault.message), {
    code: fault.kind === 'internal' ? ErrorCode.InternalError : ErrorCode.InvalidParams,
  });

/** The same sentence and status code as in the REST API. */
export function faultAnswer(fault: Fault): CallToolResult {
  const retry = retryAfter(fault);
  return {
    ...answer({
      error: fault.message,
      status: FAULT_STATUS[fault.kind],
      ...(retry === undefined ? {} : { retry_after_s: retry }),
    }),
    isError: true,
  };
}

/** The result of a call that changes nothing. @throws Fault of kind `tooLarge` */
export function resultAnswer(result: unknown, { parameters }: Pick<Route, 'parameters'>): CallToolResult {
  const less = 'rows_limit' in parameters ? 'ask for fewer rows with rows_limit' : 'ask for less, such as fewer days';
  return bounded({ result: result ?? null }, less);
}

/** The result of a change, which has happened however long its answer is. */
export function doneAnswer(result: unknown, { wasUsed }: { readonly wasUsed: boolean }): CallToolResult {
  const note = 'This confirmation was used before: nothing was done again, and this is the first answer.';
  const whole = answer({ done: true, ...(wasUsed ? { note } : {}), result: result ?? null });
  return sizeOf(whole) <= MAX_BYTES
    ? whole
    : answer({ done: true, note: 'It is done. The answer is too long to be shown; read the records instead.' });
}

interface Proposal {
  readonly tool: Tool;
  readonly parameters: ReadonlyMap<string, unknown>;
  /** What the endpoint says it would do, if it can. */
  readonly preview: unknown;
  readonly confirmation: string;
  readonly expiresAt: Date;
}

/** Says what a change would do. @throws Fault of kind `tooLarge` */
export function proposalAnswer({ tool, parameters, preview, confirmation, expiresAt }: Proposal): CallToolResult {
  const { name, route } = tool;
  const shown = withoutSecrets(Object.fromEntries(parameters));
  const words = Object.entries(shown).map(([parameter, value]) => `${parameter} ${JSON.stringify(value)}`);
  const text = [
    'Nothing has changed yet.',
    `This call would do the following: ${route.meta.summary}${words.length > 0 ? `, with ${words.join(', ')}` : ''}.`,
    ...(preview === undefined ? [] : [`Preview: ${JSON.stringify(preview)}`]),
    `Show this to the person you work for. When they agree, call ${name} again within ${CONFIRM_WITHIN_MINUTES} minutes with the same arguments and the confirmation ${confirmation}`,
  ].join('\n');
  const structured = {
    ...{ done: false, action: route.meta.summary, arguments: shown },
    ...(preview === undefined ? {} : { preview }),
    ...{ confirmation, expires_at: expiresAt.toISOString() },
  };
  return bounded(structured, 'change less at once', text);
}

function bounded(structured: Structured, less: string, text?: string): CallToolResult {
  const whole = answer(structured, text);
  const size = sizeOf(whole);
  if (size <= MAX_BYTES) return whole;
  const kilobytes = Math.ceil(size / 1_000);
  throw new Fault(
    'tooLarge',
    `the answer has ${kilobytes} kB, and an assistant can get ${MAX_BYTES / 1_000} kB at most; ${less}`,
  );
}

const sizeOf = ({ content: [first] }: CallToolResult): number =>
  first?.type === 'text' ? Buffer.byteLength(first.text) : 0;
