import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../config/log.ts';
import { serversAt } from './probe-server.ts';
import { problemOf } from './problem.ts';
import type { Servers } from './servers.ts';
import { logThrottled } from './throttled-log.ts';

const RETRY_MS = 1_000;
/**
 * Waits until the database can be written to. A server that does not answer, starts, or is a standby may be a primary in a
 * moment, and nodes and databases are often started together. An outage logs one line a minute. Returns the servers, of
 * which the current one can be written to.
 * @throws ConfigError if waiting would not help: wrong user, password or database name, or a pooler in between
 */
export async function awaitDatabase(url: string, log: Logger, retryMs = RETRY_MS): Promise<Servers> {
  const servers = serversAt(url, log);
  for (;;) {
    try {
      if (await servers.search()) return servers;
      logThrottled(log, { err: 'it is a standby' }, 'waiting for the database, which is read-only');
    } catch (err) {
      if (problemOf(err)?.kind !== 'unavailable') throw err;
      logThrottled(log, { err }, 'waiting for the database');
    }
    await sleep(retryMs);
  }
}
