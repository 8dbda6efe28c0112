import type { Permission } from '../core/access/permission.ts';
import type { SubscriberRight } from '../core/access/subscriber-rights.ts';
import type { LockUpdated } from '../core/records/unchanged.ts';

type Path = `/${string}`;

/** The declaration of an endpoint apart from input, output and rule. APIs, documents and tests iterate over it. */
export interface EndpointMeta {
  /**
   * The permission a caller needs. `public` endpoints take no credentials (contract 4.1); those of sign-in (`session`) find out
   * themselves who calls; those of `subscriber` take a subscriber who is signed in, and no login user.
   */
  readonly access: Permission | 'public' | 'session' | 'subscriber';
  /** The documented path below `/api`, followed by its aliases. Empty: only tRPC serves the endpoint. */
  readonly rest: readonly [Path, ...Path[]] | readonly [];
  readonly summary: string;
  readonly description?: string;
  /** Parameters of an example call, as documented texts: needed if the kinds' examples make no valid call. */
  readonly example?: Readonly<Record<string, string>>;
  /** Not in the contract: listed separately in the API documents. */
  readonly extension?: boolean;
  /** A caller with a session must have given its password within the last minutes. */
  readonly confirmed?: boolean;
  /**
   * An update, and how it locks the record that it changes. Empty text clears a nullable field instead of counting as absent, and
   * the parameter `if_updated_at` refuses the call if the record has changed since it was read.
   */
  readonly updates?: LockUpdated;
  /** Of a subscriber’s endpoint: what staff need for the same. */
  readonly like?: SubscriberRight;
  /** A query that takes no turn with the others, since it has a limit of its own: it may last, or wait for that. */
  readonly ownPace?: boolean;
  /** The body of a request is a file, and its parameters come from the address (`ctx.upload`). REST serves it, not tRPC. */
  readonly upload?: boolean;
  /** A mutation with the parameter `idempotency_key`: a repeat with the same key does nothing and gets the first answer. */
  readonly repeatable?: boolean;
}

/** The declaration of an endpoint that the REST API serves. */
export interface ServedMeta extends EndpointMeta {
  readonly access: Permission | 'public';
  readonly rest: readonly [Path, ...Path[]];
}

export const isServed = (meta: EndpointMeta): meta is ServedMeta =>
  meta.access !== 'session' && meta.access !== 'subscriber' && meta.rest.length > 0;
