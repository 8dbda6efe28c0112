import type { Actor } from '../core/actor.ts';
import type { Kernel } from '../core/kernel.ts';

/** `userid` and `api_key` as they came in, from parameters or headers (contract 5). */
export interface Credentials {
  readonly userid: string | undefined;
  readonly apiKey: string | undefined;
}

/** One call, before it is authenticated. */
export interface Context {
  readonly kernel: Kernel;
  /** Network address of the caller. */
  readonly address: string;
  /** Are any credentials given? */
  readonly hasCredentials: boolean;
  /** Checks the credentials once, however often it is asked. Throws a Fault of kind `unauthenticated`, `forbidden` or `tooMany`. */
  authenticate(): Promise<Actor>;
  /** IANA time zone that days and timestamps of this call are written in. */
  zoneFor(actor: Actor, ispid: unknown): Promise<string>;
}
