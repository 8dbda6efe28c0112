import { ConfigError } from './config/config.ts';
import { EmbeddedError } from './db/embedded.ts';
import { MigrationError } from './db/migrate.ts';
import { problemOf } from './db/problem.ts';
import { NotEmpty } from './demo/not-empty.ts';

/** Prints what the operator can fix as sentences; anything else is a defect, printed with its stack. */
export function explainFailure(error: unknown): void {
  if (error instanceof ConfigError) for (const sentence of error.sentences) process.stderr.write(`${sentence}\n`);
  else if ([EmbeddedError, MigrationError, NotEmpty].some((kind) => error instanceof kind))
    process.stderr.write(`${(error as Error).message}\n`);
  else if (problemOf(error)?.kind === 'unavailable')
    process.stderr.write(`The database became unavailable during the start (${(error as Error).message}).\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
