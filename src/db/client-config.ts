import type pg from 'pg';
import { TIME_LIMITS } from './time-limits.ts';

/** TCP probes a connection that has been idle this long, every second, and closes it after ten unanswered probes. */
const KEEP_ALIVE_MS = 15_000;

/** How a connection with this name is called in the lists of the database. */
export const applicationName = (name: string): string => `lastmile ${name}`;

/**
 * Settings of one connection.
 * - TimeZone: Prisma's adapter reads the text of a timestamp as UTC, whatever its offset.
 * - random_page_cost suits an SSD. With the default of 4, for hard disks, PostgreSQL combines whole indexes to save random
 *   reads: a substring search of usernames took ten times as long.
 * - tcp_keepalives: the server gives up a vanished node, and releases its locks, after 20 + 3 × 5 seconds.
 */
export function clientConfig(url: string, name: string, settings = ''): pg.ClientConfig {
  const address = new URL(url);
  const options = [
    '-c random_page_cost=1.1',
    '-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    address.searchParams.get('options'),
    '-c TimeZone=UTC',
    '-c DateStyle=ISO',
    settings,
  ]
    .filter(Boolean)
    .join(' ');
  address.searchParams.set('options', options);
  address.searchParams.set('application_name', applicationName(name));
  return {
    connectionString: address.href,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: TIME_LIMITS.connectMs,
  };
}
