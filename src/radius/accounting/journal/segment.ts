import type { FileHandle } from 'node:fs/promises';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../config/log.ts';
import type { AccountingRecord } from '../record/record.ts';
import { framesIn } from './frame.ts';
import { recordFromText } from './record-text.ts';

/** Starts a file of the journal; the digit is the version of the format. */
const HEADER = Buffer.from('lastmile journal 1\n');
export const SUFFIX = '.journal';

/** A file of the journal that is complete. */
export interface SealedSegment {
  readonly path: string;
  readonly bytes: number;
  /** When its first record was written, in milliseconds. */
  readonly since: number;
}

/** The file of the journal that records are appended to. */
export class Segment {
  readonly path: string;
  /** When it was created for its first record, in milliseconds. */
  readonly since = Date.now();
  readonly #file: FileHandle;
  #bytes = HEADER.length;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  static async create(folder: string, name: string): Promise<Segment> {
    const path = join(folder, name + SUFFIX);
    const file = await open(path, 'wx', 0o600);
    const segment = new Segment(path, file);
    try {
      await file.writeFile(HEADER);
      await syncFolder(folder);
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
    return segment;
  }

  /** Size of what is durable, in octets. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when the frames are on disk. @throws when they are not; then the segment must be closed */
  async append(frames: Buffer): Promise<void> {
    let written = 0;
    while (written < frames.length) {
      const { bytesWritten } = await this.#file.write(frames, written, frames.length - written, this.#bytes + written);
      written += bytesWritten;
    }
    await this.#file.datasync();
    this.#bytes += frames.length;
  }

  /** Truncates whatever did not become durable, as far as the disk allows. */
  async close(): Promise<void> {
    await this.#file.truncate(this.#bytes).catch(() => undefined);
    await this.#file.close().catch(() => undefined);
  }
}

/** A file of an earlier run. A file system that does not keep the time of creation tells only that of the last record. */
export async function sealedSegmentAt(path: string): Promise<SealedSegment> {
  const { size, birthtimeMs, mtimeMs } = await stat(path);
  return { path, bytes: size, since: birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs };
}

/** The records of a segment. `isLast`: a crash may have cut off its last write, whose records were never answered. */
export async function readSegment(
  { path, bytes: length }: SealedSegment,
  isLast: boolean,
  log: Logger,
): Promise<AccountingRecord[]> {
  const bytes = (await readFile(path)).subarray(0, length);
  if (bytes.length < HEADER.length && HEADER.subarray(0, bytes.length).equals(bytes)) return [];
  if (!bytes.subarray(0, HEADER.length).equals(HEADER)) {
    await keepCopy(path, bytes, 'it does not begin like a journal of this version', log);
    return [];
  }
  const { payloads, damages, end } = framesIn(bytes, HEADER.length);
  if (end < bytes.length && isLast) {
    log.warn(
      { file: path, bytes: bytes.length - end },
      'a crash truncated the last record of the accounting journal; ignoring it',
    );
  }
  const records = payloads.map(recordOf);
  const unknown = records.filter((record) => record === null).length;
  if (damages.length > 0 || unknown > 0 || (end < bytes.length && !isLast)) {
    const reason = `cannot read ${damages.length} ranges and ${unknown} records; recording the others`;
    await keepCopy(path, bytes, reason, log);
  }
  return records.filter((record) => record !== null);
}

function recordOf(payload: Buffer): AccountingRecord | null {
  try {
    return recordFromText(payload.toString('utf8'));
  } catch {
    return null;
  }
}

/** Keeps a copy for the operator to examine. */
async function keepCopy(path: string, bytes: Buffer, reason: string, log: Logger): Promise<void> {
  const copy = `${path}.damaged`;
  await writeFile(`${copy}.new`, bytes, { mode: 0o600, flush: true });
  await rename(`${copy}.new`, copy);
  log.error({ file: copy, reason }, 'a file of the accounting journal is damaged; kept a copy');
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
