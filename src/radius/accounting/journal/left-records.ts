import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../../config/config.ts';
import { SUFFIX, sealedSegmentAt } from './segment.ts';

/**
 * A node that takes no accounting does not look at its journal, so what an earlier run as another kind of node left there
 * would never be recorded. @throws ConfigError when there is something
 */
export async function refuseLeftRecords(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'journal');
  const names = await readdir(folder).catch((): string[] => []);
  const files = await Promise.all(
    names.filter((name) => name.endsWith(SUFFIX)).map((name) => sealedSegmentAt(join(folder, name))),
  );
  if (files.every(({ bytes }) => bytes === 0)) return;
  throw new ConfigError([
    'ROLES must include radius until the accounting records in DATA_DIR are in the database. Start this node with that role once.',
  ]);
}
