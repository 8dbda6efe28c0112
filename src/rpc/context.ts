import type { Actor } from '../core/access/actor.ts';
import type { BrowserSession } from '../core/access/browser-session.ts';
import type { Subscriber } from '../core/access/subscriber.ts';
import type { Upload } from '../core/content/upload.ts';
import type { Kernel } from '../core/kernel.ts';
import type { WhenGone } from '../core/work/turns/tenant.ts';

/** `userid` and `api_key` as sent, in parameters or headers (contract 5). */
export interface Credentials {
  readonly userid: string | undefined;
  readonly apiKey: string | undefined;
}

/** The context of a call before authentication. */
export interface Context {
  readonly kernel: Kernel;
  /** IP address of the caller. */
  readonly address: string;
  /** Null for callers that can have no session: those of the REST API, programs, pages of other sites. */
  readonly browser: BrowserSession | null;
  /** The same for the subscriber's pages; never together with `browser`. */
  readonly portal: BrowserSession | null;
  /** Tells when the caller does not wait for the answer any more. Absent: it always does. */
  readonly whenGone?: WhenGone | undefined;
  /** The file that the request has as its body, for an endpoint that takes one. */
  readonly upload?: Upload | undefined;
  /** Did the caller send any credentials? */
  readonly hasCredentials: boolean;
  /** Checks the credentials, once per call. @throws Fault of kind `unauthenticated`, `forbidden` or `tooMany` */
  authenticate(): Promise<Actor>;
  /** The same as it is now, for calls that last. @throws as `authenticate` */
  authenticateAgain(): Promise<Actor>;
  /** The subscriber who is signed in, once per call. @throws Fault of kind `unauthenticated`, `forbidden` or `unavailable` */
  authenticateSubscriber(): Promise<Subscriber>;
  /** The login user of a key that was not sent as the call's credentials. @throws as `authenticate` */
  authenticateKey(credentials: Credentials): Promise<Actor>;
  /** IANA name of the time zone for days and timestamps of this call. */
  zoneFor(actor: Actor, ispid: unknown): Promise<string>;
}
