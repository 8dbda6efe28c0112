import { destination } from 'pino';
import type { Config } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { loadSecretsKeys } from '../config/secrets-key.ts';
import { startEmbedded } from '../db/embedded.ts';
import { surviveRejections } from '../last-resort.ts';
import { Supervisor } from './supervisor.ts';

/**
 * Runs a node in two processes, so that nothing that the API or a job computes keeps packets waiting, and neither ends with the
 * other. This process owns the embedded database and starts, watches and stops them.
 */
export async function supervise(config: Config, { isDemo }: { readonly isDemo: boolean }): Promise<void> {
  const output = destination({ dest: 1, sync: true });
  const log = createLog(config.logLevel, output, 'supervisor');
  // Made here, where it is known whether the database is embedded.
  await loadSecretsKeys(config, log);
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined;
  const supervisor = new Supervisor({
    ...{ config, log, embedded, isDemo },
    databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
    write: (lines) => output.write(lines),
  });
  surviveRejections(log);
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'uncaught exception');
    void supervisor.end(origin, 1);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void supervisor.end(signal));
  supervisor.start();
}
