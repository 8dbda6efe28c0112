import superjson from 'superjson';
import { type Client, type ClientOptions, createClient } from '../../clients/typescript/src/index.ts';

export interface Sent {
  readonly url: URL;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly signal: AbortSignal | null | undefined;
  /** Input of the procedure. */
  readonly input: unknown;
}

/** How the far side takes one request: it answers, or it breaks the connection. */
export type Reply = (sent: Sent) => Response | Promise<Response>;

const json = (body: object, status: number) => Response.json(body, { status });

export const result = (data: unknown): Reply => {
  return () => json({ result: { data: superjson.serialize(data) } }, 200);
};

/** A refusal as `rpc/endpoint.ts` shapes it. */
export const fault = (kind: string, httpStatus: number, fields: object[] = []): Reply => {
  const shape = { message: `it is ${kind}`, code: -32000, data: { code: 'X', httpStatus, path: 'p', kind, fields } };
  return () => json({ error: superjson.serialize(shape) }, httpStatus);
};

export const page = (status: number): Reply => {
  return () => new Response('<html></html>', { status, headers: { 'content-type': 'text/html' } });
};

export const brokenConnection: Reply = () => {
  throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
};

/** Answers nothing until the request is given up. */
export const silence: Reply = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** A client whose requests get the replies in turn, the last one over and over; and the requests it sent. */
export function clientOf(replies: readonly Reply[], options: Partial<ClientOptions> = {}): [Client, Sent[]] {
  const sent: Sent[] = [];
  const fetch = async (at: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(at));
    const request: Sent = {
      url,
      method: init.method,
      headers: new Headers(init.headers),
      signal: init.signal,
      input: init.body ? superjson.parse(String(init.body)) : undefined,
    };
    const reply = replies[Math.min(sent.push(request), replies.length) - 1];
    if (!reply) throw new Error('no reply is prepared');
    return reply(request);
  };
  return [createClient({ baseUrl: 'https://crm.example.net', fetch, ...options }), sent];
}
