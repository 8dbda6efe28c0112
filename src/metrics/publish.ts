import { Gauge, type Registry } from 'prom-client';
import type { Kernel } from '../core/kernel.ts';
import { VERSION } from '../core/version.ts';
import type { Database } from '../db/database.ts';
import type { PoolStatus } from '../db/pool-status.ts';
import { publishEventLoop } from './event-loop.ts';
import { publishInstallation } from './installation.ts';
import { publishProcess } from './process.ts';

/** Longer than any of the statements takes, so that one that hangs does not hold the connection. */
const STATEMENT_TIMEOUT_MS = 5_000;

/**
 * The metrics that belong to no other part of a node: the process, its connections, and what the database knows of the whole
 * installation. They have a connection of their own, so that they are there when all others are in use. Returns a function
 * that stops the measurements.
 */
export function publishMetrics(
  registry: Registry,
  { db, log }: Pick<Kernel, 'db' | 'log'>,
  { installation = true }: { readonly installation?: boolean } = {},
): () => void {
  new Gauge({
    name: 'lastmile_build_info',
    help: 'Always 1; the versions of Lastmile and of Node are in its labels',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION.version_no, node: process.versions.node }, 1);
  publishProcess(registry);
  publishConnections(registry, db);
  if (installation) {
    const pool = db.openPool({ name: 'metrics', max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    publishInstallation(registry, { pool, log });
  }
  return publishEventLoop(registry);
}

/** The connections of this node, which it knows without asking the database. */
function publishConnections(registry: Registry, db: Pick<Database, 'pools' | 'isListening'>): void {
  const ofPools = (name: string, help: string, read: (pool: PoolStatus) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        this.reset();
        for (const pool of db.pools()) this.inc({ pool: pool.name }, read(pool));
      },
    });
  ofPools('lastmile_database_pool_connections', 'Open connections of the pool', ({ open }) => open);
  ofPools('lastmile_database_pool_idle_connections', 'Idle connections of the pool', ({ idle }) => idle);
  ofPools('lastmile_database_pool_max_connections', 'The most connections that the pool opens', ({ max }) => max);
  ofPools(
    'lastmile_database_pool_waiting',
    'Callers waiting for a free connection of the pool',
    ({ waiting }) => waiting,
  );
  new Gauge({
    name: 'lastmile_database_listening',
    help: '1 while the connection for notices of changes on other nodes is open',
    registers: [registry],
    collect() {
      this.set(db.isListening() ? 1 : 0);
    },
  });
}
