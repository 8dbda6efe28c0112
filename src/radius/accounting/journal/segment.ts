import type { FileHandle } from 'node:fs/promises';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../config/log.ts';
import type { AccountingRecord } from '../record/record.ts';
import { framesIn } from './frame.ts';
import { recordFromText } from './record-text.ts';

/** What a file of the journal begins with; the digit is the version of what follows. */
const HEADER = Buffer.from('lastmile journal 1\n');
export const SUFFIX = '.journal';

/** A file of the journal that nothing is appended to any more. */
export interface Sealed {
  readonly path: string;
  readonly bytes: number;
}

/** Appends to a file of its own, durably. */
export class Segment {
  readonly path: string;
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

  /** Octets that are durable. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when it is on the disk. @throws when it is not; then the segment has to be closed */
  async append(frames: Buffer): Promise<void> {
    let written = 0;
    while (written < frames.length) {
      const { bytesWritten } = await this.#file.write(frames, written, frames.length - written, this.#bytes + written);
      written += bytesWritten;
    }
    await this.#file.datasync();
    this.#bytes += frames.length;
  }

  /** Cuts off what did not become durable, as far as the disk lets us. */
  async close(): Promise<void> {
    await this.#file.truncate(this.#bytes).catch(() => undefined);
    await this.#file.close().catch(() => undefined);
  }
}

/** What is in a sealed segment. `isLast`: a crash may have cut its last write off, which nobody was told of. */
export async function readSegment(
  { path, bytes: length }: Sealed,
  isLast: boolean,
  log: Logger,
): Promise<AccountingRecord[]> {
  const bytes = (await readFile(path)).subarray(0, length);
  if (bytes.length < HEADER.length && HEADER.subarray(0, bytes.length).equals(bytes)) return []; // made, never written
  if (!bytes.subarray(0, HEADER.length).equals(HEADER)) {
    await setAside(path, bytes, 'it does not start as a journal of this version does', log);
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
    const reason = `${damages.length} stretches and ${unknown} records cannot be read; the others are recorded`;
    await setAside(path, bytes, reason, log);
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

/** A copy that stays, for somebody to look into. */
async function setAside(path: string, bytes: Buffer, reason: string, log: Logger): Promise<void> {
  const copy = `${path}.damaged`;
  await writeFile(`${copy}.new`, bytes, { mode: 0o600, flush: true });
  await rename(`${copy}.new`, copy);
  log.error({ file: copy, reason }, 'a file of the accounting journal is damaged; kept a copy');
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
