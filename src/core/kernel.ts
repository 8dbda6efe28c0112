import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from './clock.ts';
import type { Network } from './network.ts';

/** What a running node hands to every door. */
export interface Kernel {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
  /** 32 bytes that seal the secrets RADIUS must read back. */
  readonly secretsKey: Buffer;
  readonly network: Network;
  readonly metrics: Registry;
  readonly lifecycle: Lifecycle;
}

/** `stopping` from the signal to end until the last request is answered. */
export interface Lifecycle {
  mode: 'active' | 'stopping';
}
