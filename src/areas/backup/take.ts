import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Logger } from '../../config/log.ts';
import type { Database } from '../../db/database.ts';
import { backupConnectionsOf } from './connections.ts';
import type { DatabaseName } from './databases.ts';
import { scriptOf, sealed } from './script.ts';
import { openSnapshot } from './snapshot.ts';

export interface Dependencies {
  readonly db: Database;
  readonly log: Logger;
}

/** Somebody who takes nothing for that long is gone, and must not hold back the clean-up of dead rows for ever. */
const READ_TIMEOUT_MS = 120_000;
/** Where this data hardly gets smaller any more, only slower. */
const GZIP_LEVEL = 4;

/**
 * A fresh backup (README.md) as a stream. Nothing happens before the first byte is asked for; it fails before that byte
 * when it cannot be begun. Destroying the stream ends the backup at the server.
 */
export function takeBackup(source: Dependencies, databases: readonly DatabaseName[]): Readable {
  const gone = new AbortController();
  const script = sealed(backup(source, databases, gone.signal));
  const giveUp = () => content.destroy(new Error('the reader of the backup stopped reading'));
  const content: Readable = Readable.from(withReadTimeout(compressed(script), giveUp), { objectMode: false });
  content.once('close', () => gone.abort());
  return content;
}

async function* backup({ db, log }: Dependencies, databases: readonly DatabaseName[], signal: AbortSignal) {
  const { client, release } = await backupConnectionsOf(db).acquire(signal);
  try {
    yield* scriptOf(client, await openSnapshot(client, databases));
    log.info({ databases }, 'backup finished');
  } catch (error) {
    if (signal.aborted) log.info({ databases }, 'backup aborted');
    else log.warn({ databases, err: error }, 'backup failed');
    throw error;
  } finally {
    release();
  }
}

async function* compressed(script: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  const gzip = createGzip({ level: GZIP_LEVEL });
  // A failure of the script destroys `gzip`, and leaving `gzip` early ends the script.
  pipeline(script, gzip, () => undefined);
  yield* gzip as AsyncIterable<Buffer>;
}

async function* withReadTimeout<T>(chunks: AsyncIterable<T>, giveUp: () => void): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    const timer = setTimeout(giveUp, READ_TIMEOUT_MS);
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
  }
}
