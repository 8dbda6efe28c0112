import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Logger } from '../../../config/log.ts';
import type { Database } from '../../../db/database.ts';
import { backupConnectionsOf } from './connections.ts';
import { DATABASES, type DatabaseName } from './databases.ts';
import { BackupError } from './error.ts';
import { scriptOf, sealed } from './script.ts';
import { openSnapshot } from './snapshot.ts';

export interface Dependencies {
  readonly db: Database;
  readonly log: Logger;
}

/** A reader that takes nothing for so long is considered gone: it must not hold back vacuum for ever. */
const READ_TIMEOUT_MS = 120_000;
/** Higher levels make this data hardly smaller and much slower to write. */
const GZIP_LEVEL = 4;

/**
 * A new backup (README.md) as a stream. It starts when the first byte is read; if it cannot start, the stream fails before that
 * byte. Destroying the stream ends the backup at the server.
 */
export function takeBackup(source: Dependencies, databases: readonly DatabaseName[]): Readable {
  return streamOf(source, { databases }, async function* (client) {
    yield* scriptOf(client, await openSnapshot(client, databases));
  });
}

/** Writes the script on the connection that it gets. */
type Script = (client: pg.PoolClient) => AsyncGenerator<Buffer | string>;

/** The script, sealed and compressed, on a connection of its own. `what` is for the log. */
export function streamOf(source: Dependencies, what: object, write: Script): Readable {
  const closed = new AbortController();
  const script = sealed(connected(source, { what, write, signal: closed.signal }));
  const onTimeout = () => content.destroy(new Error('the reader of the backup stopped reading'));
  const content: Readable = Readable.from(withReadTimeout(compressed(script), onTimeout), { objectMode: false });
  content.once('close', () => closed.abort());
  return content;
}

async function* connected(
  { db, log }: Dependencies,
  { what, write, signal }: { what: object; write: Script; signal: AbortSignal },
): AsyncGenerator<Buffer | string> {
  const { client, release } = await backupConnectionsOf(db).acquire(signal);
  try {
    yield* write(client);
    log.info(what, 'backup finished');
  } catch (error) {
    if (signal.aborted) log.info(what, 'backup aborted');
    else if (!(error instanceof BackupError)) log.warn({ ...what, err: error }, 'backup failed');
    throw error;
  } finally {
    release();
  }
}

async function* compressed(script: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  const gzip = createGzip({ level: GZIP_LEVEL });
  // A failure of the script destroys `gzip`; abandoning `gzip` ends the script.
  pipeline(script, gzip, () => undefined);
  yield* gzip as AsyncIterable<Buffer>;
}

async function* withReadTimeout<T>(chunks: AsyncIterable<T>, onTimeout: () => void): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    const timer = setTimeout(onTimeout, READ_TIMEOUT_MS);
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** `lastmile-crm-20261121T103000Z.sql.gz` */
export function fileName(databases: readonly DatabaseName[], now: Date): string {
  const what = databases.length === DATABASES.length ? 'all' : databases.join('-');
  return `lastmile-${what}-${now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[:-]/g, '')}.sql.gz`;
}
