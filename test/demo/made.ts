import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import type { Database } from '../../src/db/database.ts';
import { createDemo, type DemoSize } from '../../src/demo/create-demo.ts';
import { SECRETS_KEYS } from '../factories/services.ts';

/** The evening of a fixed day, so that a seed makes the same demo whenever the tests run. */
export const NOW = new Date('2026-03-20T14:30:00Z');

/** A demo of this size, as of `at`. */
export function makeDemo(db: Database, size: DemoSize, at = NOW) {
  const config = readConfig({ DATABASE_URL: 'postgresql://unused@127.0.0.1/unused' });
  const environment = { config, log: createLog('warn'), secretsKeys: SECRETS_KEYS, db, clock: { now: () => at } };
  return createDemo(environment, size, () => undefined);
}
