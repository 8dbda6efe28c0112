import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { record } from './history.ts';
import { type Migration, MigrationError } from './migration.ts';
import { inOneTransaction } from './retry.ts';

/**
 * Applies a migration and adds its row, in one transaction, as soon as its tables are free.
 * @throws MigrationError
 */
export async function apply(client: pg.Client, migration: Migration, log: Logger): Promise<void> {
  const started = new Date();
  const succeeded = () => record(client, migration, { started, logs: null });
  try {
    if (migration.outsideTransaction) await runSteps(client, migration);
    else {
      const work = async (): Promise<void> => {
        await client.query(migration.script); // without values: a simple query, which may contain many statements
        await succeeded();
      };
      const told = { log, what: { migration: migration.name }, message: 'a migration waits until a table is free' };
      await inOneTransaction(client, work, told);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await record(client, migration, { started, logs: reason });
    const fate = migration.outsideTransaction ? 'failed' : 'failed and was rolled back';
    throw new MigrationError(`The migration ${migration.name} ${fate}: ${reason}.`, { cause: error });
  }
  if (migration.outsideTransaction) await succeeded();
}

/** One by one, since several statements of one message are a transaction. What was done before a failure stays. */
async function runSteps(client: pg.Client, { script }: Migration): Promise<void> {
  for (const statement of script.split(/;[ \t]*\r?\n/)) if (statement.trim() !== '') await client.query(statement);
}
