import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { PoolStatus } from '../db/pool-status.ts';

/** The connections of this node, which it knows without asking the database. */
export function publishConnections(registry: Registry, db: Pick<Database, 'pools' | 'isListening'>): void {
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
  ofPools(
    'lastmile_database_pool_idle_connections',
    'Open connections of the pool that nobody uses',
    ({ idle }) => idle,
  );
  ofPools('lastmile_database_pool_max_connections', 'The most connections that the pool opens', ({ max }) => max);
  ofPools(
    'lastmile_database_pool_waiting',
    'Callers that wait for a free connection of the pool',
    ({ waiting }) => waiting,
  );
  new Gauge({
    name: 'lastmile_database_listening',
    help: '1 while the connection is open over which the node learns of changes made elsewhere',
    registers: [registry],
    collect() {
      this.set(db.isListening() ? 1 : 0);
    },
  });
}
