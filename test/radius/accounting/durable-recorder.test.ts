import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createLog } from '../../../src/config/log.ts';
import { createPool } from '../../../src/db/connection.ts';
import { DatabaseRecorder } from '../../../src/radius/accounting/database-recorder.ts';
import { DurableRecorder } from '../../../src/radius/accounting/durable-recorder.ts';
import { Journal } from '../../../src/radius/accounting/journal/journal.ts';
import { createRadiusMetrics } from '../../../src/radius/server/radius-metrics.ts';
import { PersistentConnection } from '../../../src/radius/state/batch/persistent-connection.ts';
import { recordOf } from '../fixtures/recorder.ts';

const log = createLog('silent');

it('abandons two concurrent batches when it stops while the database is away; both are in the journal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lastmile-durable-'));
  const journal = await Journal.open({ folder, maxBytes: 1024 * 1024, log });
  const pool = createPool('postgresql://127.0.0.1:1/none', { name: 'away', max: 1, pipelined: true }, log);
  const metrics = createRadiusMetrics(new Registry());
  const connection = new PersistentConnection(pool);
  const database = new DatabaseRecorder({ connection, transfers: { count: () => {} }, metrics, log });
  const recorder = new DurableRecorder({ database, journal, metrics, log, onEnded: () => {}, onReplayed: () => {} });
  const identity = { service: null, nas: { id: 1, ispId: 1, ip: '192.0.2.1' }, startedAt: 0 };
  const [first, second] = [recordOf({ ...identity, session: 'one' }), recordOf({ ...identity, session: 'two' })];

  // An unhandled rejection would fail the run.
  await Promise.all([recorder.record([first]), recorder.record([second])]);
  recorder.stop();
  database.stop();
  await database.record([first]).catch(() => {});

  expect(recorder.state).toBe('journal');
  expect(await journal.oldest()).toEqual([first, second]);
  await journal.close();
  await pool.end();
  await rm(folder, { recursive: true, force: true });
});
