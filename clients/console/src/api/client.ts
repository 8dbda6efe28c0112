import { type Client, createClient, type Inputs, type Outputs } from '@lastmile/client';
import { fetchOverLine } from './line.ts';

/**
 * The client of this page. It has no key: the browser sends the session's cookie, and the header tells the node that the
 * call is from the console, which no form of another site can imitate.
 */
const client: Client = createClient({
  baseUrl: globalThis.location.origin,
  headers: { 'x-lastmile': 'console' },
  fetch: fetchOverLine,
});

/** The name of every procedure: `service.list`. */
export type Path = { [A in keyof Inputs & string]: `${A}.${keyof Inputs[A] & string}` }[keyof Inputs & string];

type Of<T, P extends string> = P extends `${infer A}.${infer N}`
  ? A extends keyof T
    ? N extends keyof T[A]
      ? T[A][N]
      : never
    : never
  : never;

export type Input<P extends Path> = Of<Inputs, P>;
export type Output<P extends Path> = Of<Outputs, P>;
/** A record of a list. */
export type Row<P extends Path> = Exclude<Output<P>, number> extends readonly (infer R)[] ? R : never;

interface Call {
  query(input: unknown, options: { signal?: AbortSignal }): Promise<unknown>;
  mutate(input: unknown): Promise<unknown>;
}

function call(path: Path): Call {
  const [area = '', name = ''] = path.split('.');
  // The client is a proxy: every name exists. `Path` has checked it.
  return (client as unknown as Record<string, Record<string, Call>>)[area]?.[name] as Call;
}

/** Reads. @throws LastmileError */
export function read<P extends Path>(path: P, input: Input<P>, signal?: AbortSignal): Promise<Output<P>> {
  return call(path).query(input, signal ? { signal } : {}) as Promise<Output<P>>;
}

/** Changes. @throws LastmileError */
export function change<P extends Path>(path: P, input: Input<P>): Promise<Output<P>> {
  return call(path).mutate(input) as Promise<Output<P>>;
}
