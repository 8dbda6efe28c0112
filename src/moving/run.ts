import type { Call } from '../core/call.ts';
import type { Owner } from '../core/tenancy/owner.ts';
import type { ImportKeys } from './import-keys.ts';
import type { Mapping } from './mapping.ts';

/** What every writer of an import needs. */
export interface ImportRun {
  readonly call: Call & { readonly owner: Owner };
  /** `resellerid` of what is created. */
  readonly resellerid: number;
  readonly mapping: Mapping;
  readonly keys: ImportKeys;
  /** What the network is told when sessions were added. */
  readonly sessionMessages: { readonly channel: string; messagesFor(services: readonly number[]): readonly string[] };
}
