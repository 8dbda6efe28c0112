import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import type { SecretsKeys } from '../config/secrets-keys.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from './clock.ts';
import type { Network } from './network/network.ts';

/** The services of a running node that every API and job gets. */
export interface Kernel {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
  /** 32 bytes; seals the secrets that RADIUS must read back. */
  readonly secretsKeys: SecretsKeys;
  readonly network: Network;
  readonly metrics: Registry;
  readonly lifecycle: Lifecycle;
}

/** `stopping` from the stop signal until the last request is answered. */
export interface Lifecycle {
  mode: 'active' | 'stopping';
}
