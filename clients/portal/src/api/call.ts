import type { ErrorKind, Inputs, Outputs } from '@lastmile/client';

export type Portal = keyof Outputs['portal'];
export type Input<P extends Portal> = Inputs['portal'][P];
export type Output<P extends Portal> = Outputs['portal'][P];

/** A call that was refused, or got no answer. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: ErrorKind;
  /** What the node found fault with, or why it refuses: `src/areas/online/portal/change.ts` lists them. */
  readonly parameter: string | undefined;

  constructor(kind: ErrorKind, message: string, parameter?: string) {
    super(message);
    this.kind = kind;
    this.parameter = parameter;
  }
}

interface Answer {
  readonly result?: { readonly data: { readonly json: unknown } };
  readonly error?: {
    readonly json: {
      readonly message: string;
      readonly data: { readonly kind: ErrorKind; readonly fields: readonly { readonly parameter: string }[] };
    };
  };
}

/** Long enough for a page over a slow mobile connection. */
const TIMEOUT_MS = 30_000;

/**
 * Calls a procedure of the portal. The browser sends the session's cookie, and the header says that the call is from these pages,
 * which no form of another site can imitate. Answers have no value that JSON lacks.
 * @throws CallError
 */
export async function call<P extends Portal>(procedure: P, input?: Input<P>): Promise<Output<P>> {
  const answer = await post(`/trpc/portal.${procedure}`, input);
  if (answer.result) return answer.result.data.json as Output<P>;
  const error = answer.error?.json;
  throw new CallError(error?.data.kind ?? 'internal', error?.message ?? '', error?.data.fields[0]?.parameter);
}

async function post(url: string, input: unknown): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-lastmile': 'portal' },
      body: JSON.stringify({ json: input ?? {} }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return (await response.json()) as Answer;
  } catch (error) {
    throw new CallError('network', String(error));
  }
}
