import type { Permission } from '../core/permission.ts';

/** Everything about an endpoint that is not its input, output or rule. Doors, documents and tests are loops over it. */
export interface EndpointMeta {
  /** The permission a caller needs; `public` endpoints take no credentials (contract 4.1). */
  readonly access: Permission | 'public';
  /** Documented path below `/api`, then its aliases. */
  readonly rest: readonly [`/${string}`, ...`/${string}`[]];
  readonly summary: string;
  readonly description?: string;
  /** Parameters of an example call, as documented texts, where the required ones with their kinds' examples make none. */
  readonly example?: Readonly<Record<string, string>>;
  /** Not in the contract: listed apart in the API documents. */
  readonly extension?: boolean;
  /** An update: an empty text clears a clearable field instead of counting as absent. */
  readonly updates?: boolean;
  /** A mutation that takes `idempotency_key`: a repeat of the call with the same key does nothing and gets the first answer. */
  readonly repeatable?: boolean;
}
