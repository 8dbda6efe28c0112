import type { Account } from './account.ts';

/** One program of the cluster: how it is started, and how it is known to be ready. */
export interface PartSpec {
  /** Such as `node1`. */
  readonly name: string;
  /** What it is, for people. */
  readonly what: string;
  /** Where it is reached, for people. */
  readonly address: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Undefined: the user of this process. */
  readonly account?: Account;
  /** Its working folder. */
  readonly dir: string;
  /** The file of its output. */
  readonly log: string;
  readonly isReady: () => Promise<boolean>;
  readonly readyWithinMs: number;
  /** Of the PostgreSQL that it starts, which is not its child. */
  readonly dataDir?: string;
}
