import { Gauge, type Registry } from 'prom-client';
import type { Kernel } from '../core/kernel.ts';
import { VERSION } from '../core/version.ts';
import { publishConnections } from './connections.ts';
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
