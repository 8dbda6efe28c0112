import { destination } from 'pino';
import { checkPorts } from '../check-ports.ts';
import type { Config } from '../config/config.ts';
import { createLog, type Logger } from '../config/log.ts';
import { loadSecretsKeys } from '../config/secrets-key.ts';
import { surviveRejections } from '../core/last-resort.ts';
import { type NodeDatabase, Supervisor } from './supervisor.ts';

/**
 * Runs a node in two processes, so that nothing that the API or a job computes keeps packets waiting, and neither ends with the
 * other. This process owns the embedded database and starts, watches and stops them.
 */
export async function supervise(config: Config, { isDemo }: { readonly isDemo: boolean }): Promise<void> {
  await checkPorts(config);
  const output = destination({ dest: 1, sync: true });
  const log = createLog(config.logLevel, output, 'supervisor');
  // Made here, where it is known whether the database is embedded.
  await loadSecretsKeys(config, log);
  const database = databaseOf(config, log);
  const supervisor = new Supervisor({ ...{ config, log, database, isDemo }, write: (lines) => output.write(lines) });
  // Before the database is there, since they load the program meanwhile.
  supervisor.start();
  await database;
  surviveRejections(log);
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'uncaught exception');
    void supervisor.end(origin, 1);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void supervisor.end(signal));
}

async function databaseOf({ databaseUrl, dataDir }: Config, log: Logger): Promise<NodeDatabase> {
  if (databaseUrl !== undefined) return { url: databaseUrl };
  const { startEmbedded } = await import('../db/embedded.ts');
  const embedded = await startEmbedded({ dataDir, log });
  return { url: embedded.url, embedded };
}
