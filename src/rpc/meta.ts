import type { Permission } from '../core/permission.ts';

/** The declaration of an endpoint apart from input, output and rule. APIs, documents and tests iterate over it. */
export interface EndpointMeta {
  /** The permission a caller needs; `public` endpoints take no credentials (contract 4.1). */
  readonly access: Permission | 'public';
  /** The documented path below `/api`, followed by its aliases. */
  readonly rest: readonly [`/${string}`, ...`/${string}`[]];
  readonly summary: string;
  readonly description?: string;
  /** Parameters of an example call, as documented texts: needed if the kinds' examples make no valid call. */
  readonly example?: Readonly<Record<string, string>>;
  /** Not in the contract: listed separately in the API documents. */
  readonly extension?: boolean;
  /** An update: empty text clears a nullable field instead of counting as absent. */
  readonly updates?: boolean;
  /** A mutation with the parameter `idempotency_key`: a repeat with the same key does nothing and gets the first answer. */
  readonly repeatable?: boolean;
}
