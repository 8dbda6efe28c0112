import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from '../../../config/log.ts';
import type { AccountingRecord } from '../record/record.ts';
import { lockFolder } from './folder-lock.ts';
import { frameOf } from './frame.ts';
import { recordToText } from './record-text.ts';
import { readSegment, type SealedSegment, Segment, SUFFIX, sealedSegmentAt, syncFolder } from './segment.ts';

export interface JournalOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly log: Logger;
}

/** The journal has reached the operator's limit. */
export class JournalFull extends Error {
  override readonly name = 'JournalFull';
}

/** A file is read into memory whole. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
const DIGITS = 12;
/** More than a batch of records usually takes. */
const TRIAL_BYTES = 64 * 1024;

/**
 * Records on the local disk that are not in the database yet: append-only files, read and removed in the order in which they
 * were written. A file that was read but not removed is read again after a crash; recording it twice does no harm.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #release: () => Promise<void>;
  /** Oldest first. */
  readonly #sealed: SealedSegment[];
  /** Number of files of an earlier run; a crash may have cut off the last of them. */
  #inherited: number;
  #active: Segment | undefined;
  #appending = 0;
  /** Numbers continue after a restart; a clock could go back. */
  #lastNumber: number;
  /** Changes of the files run one at a time. */
  #lastChange: Promise<unknown> = Promise.resolve();

  private constructor(options: JournalOptions, sealed: SealedSegment[], release: () => Promise<void>) {
    this.#options = options;
    this.#sealed = sealed;
    this.#inherited = sealed.length;
    this.#lastNumber = numberOf(sealed.at(-1));
    this.#release = release;
  }

  /** @throws ConfigError when another node uses the folder */
  static async open(options: JournalOptions): Promise<Journal> {
    const { folder } = options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const release = await lockFolder(folder, options.log);
    const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    const sealed = await Promise.all(names.map((name) => sealedSegmentAt(join(folder, name))));
    return new Journal(options, sealed, release);
  }

  /** Size on disk, in octets. */
  get bytes(): number {
    return this.#sealed.reduce((sum, { bytes }) => sum + bytes, this.#active?.bytes ?? 0);
  }

  /** Milliseconds since its oldest file got its first record; 0 when it is empty. */
  get ageMs(): number {
    const oldest = this.#sealed[0] ?? this.#active;
    return oldest ? Math.max(0, Date.now() - oldest.since) : 0;
  }

  /** It holds no record, and none is being appended. */
  get isEmpty(): boolean {
    return this.#sealed.length === 0 && this.#active === undefined && this.#appending === 0;
  }

  /** Resolves when the records are on disk. @throws JournalFull, or a file system error */
  append(records: readonly AccountingRecord[]): Promise<void> {
    const frames = Buffer.concat(records.map((record) => frameOf(Buffer.from(recordToText(record), 'utf8'))));
    this.#appending += 1;
    return this.#exclusively(() => this.#write(frames)).finally(() => {
      this.#appending -= 1;
    });
  }

  /** Proves that records could be appended now. @throws like `append` */
  tryWrite(): Promise<void> {
    return this.#exclusively(async () => {
      this.#assertRoom(TRIAL_BYTES);
      const path = join(this.#options.folder, 'trial');
      try {
        await writeFile(path, Buffer.alloc(TRIAL_BYTES, 1), { flush: true });
      } finally {
        await rm(path, { force: true });
      }
    });
  }

  /** The records of the oldest file; null if there is none. Appending continues in another file. */
  async oldest(): Promise<AccountingRecord[] | null> {
    if (this.#sealed.length === 0) await this.#exclusively(() => this.#seal());
    const [file] = this.#sealed;
    return file ? readSegment(file, this.#inherited === 1, this.#options.log) : null;
  }

  /** Call when the oldest file is in the database. */
  async removeOldest(): Promise<void> {
    await this.#exclusively(async () => {
      const [file] = this.#sealed;
      if (!file) return;
      await rm(file.path, { force: true });
      await syncFolder(this.#options.folder);
      this.#sealed.shift();
      this.#inherited = Math.max(0, this.#inherited - 1);
    });
  }

  /** Keeps its records for the next start. */
  async close(): Promise<void> {
    await this.#exclusively(() => this.#seal());
    await this.#release();
  }

  async #write(frames: Buffer): Promise<void> {
    this.#assertRoom(frames.length);
    this.#active ??= await Segment.create(this.#options.folder, this.#nextName());
    try {
      await this.#active.append(frames);
    } catch (error) {
      await this.#seal();
      throw error;
    }
    if (this.#active.bytes >= SEGMENT_BYTES) await this.#seal();
  }

  #assertRoom(octets: number): void {
    const { maxBytes } = this.#options;
    if (this.bytes + octets > maxBytes) throw new JournalFull(`the journal is full (${maxBytes} octets)`);
  }

  async #seal(): Promise<void> {
    const active = this.#active;
    if (!active) return;
    // Both at once: while the file is being closed, its records must be in one of the two.
    this.#active = undefined;
    this.#sealed.push({ path: active.path, bytes: active.bytes, since: active.since });
    await active.close();
  }

  #nextName(): string {
    this.#lastNumber += 1;
    return String(this.#lastNumber).padStart(DIGITS, '0');
  }

  #exclusively<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#lastChange.then(change);
    this.#lastChange = done.catch(() => undefined);
    return done;
  }
}

function numberOf(file: SealedSegment | undefined): number {
  return file ? Number(basename(file.path, SUFFIX)) || 0 : 0;
}
