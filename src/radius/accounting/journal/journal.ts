import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from '../../../config/log.ts';
import type { AccountingRecord } from '../record/record.ts';
import { claimFolder } from './folder-lock.ts';
import { frameOf } from './frame.ts';
import { recordToText } from './record-text.ts';
import { readSegment, type Sealed, Segment, SUFFIX, syncFolder } from './segment.ts';

export interface JournalOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly log: Logger;
}

/** The journal takes no more: the operator's bound is reached. */
export class JournalFull extends Error {
  override readonly name = 'JournalFull';
}

/** A file is read whole, so this is also what reading takes of memory. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
const DIGITS = 12;

/**
 * Records that the database has not got yet, on the local disk: append-only files, read and removed in the order in which
 * they were written. What was read and not removed is read again after a crash; recording it twice does no harm.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #release: () => Promise<void>;
  /** The oldest first. */
  readonly #sealed: Sealed[];
  /** Files of an earlier run; a crash may have cut the last of them off. */
  #inherited: number;
  #active: Segment | undefined;
  #appending = 0;
  /** Files are numbered, over restarts as well: a clock may go back. */
  #last: number;
  /** One change of the files at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(options: JournalOptions, sealed: Sealed[], release: () => Promise<void>) {
    this.#options = options;
    this.#sealed = sealed;
    this.#inherited = sealed.length;
    this.#last = numberOf(sealed.at(-1));
    this.#release = release;
  }

  /** @throws ConfigError when another node has the folder */
  static async open(options: JournalOptions): Promise<Journal> {
    const { folder } = options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const release = await claimFolder(folder, options.log);
    const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    const sealed = await Promise.all(
      names.map(async (name) => ({ path: join(folder, name), bytes: (await stat(join(folder, name))).size })),
    );
    return new Journal(options, sealed, release);
  }

  /** Octets on the disk. */
  get bytes(): number {
    return this.#sealed.reduce((sum, { bytes }) => sum + bytes, this.#active?.bytes ?? 0);
  }

  /** Nothing is in it, or on the way into it. */
  get isEmpty(): boolean {
    return this.#sealed.length === 0 && this.#active === undefined && this.#appending === 0;
  }

  /** Resolves when the records are on the disk. @throws JournalFull, or what the disk says */
  append(records: readonly AccountingRecord[]): Promise<void> {
    const frames = Buffer.concat(records.map((record) => frameOf(Buffer.from(recordToText(record), 'utf8'))));
    this.#appending += 1;
    return this.#inTurn(() => this.#write(frames)).finally(() => {
      this.#appending -= 1;
    });
  }

  /** The records of the oldest file; null when there is none. Appending goes on in another file. */
  async oldest(): Promise<AccountingRecord[] | null> {
    if (this.#sealed.length === 0) await this.#inTurn(() => this.#seal());
    const [file] = this.#sealed;
    return file ? readSegment(file, this.#inherited === 1, this.#options.log) : null;
  }

  /** The oldest file is in the database. */
  async removeOldest(): Promise<void> {
    await this.#inTurn(async () => {
      const [file] = this.#sealed;
      if (!file) return;
      await rm(file.path, { force: true });
      await syncFolder(this.#options.folder);
      this.#sealed.shift();
      this.#inherited = Math.max(0, this.#inherited - 1);
    });
  }

  /** What is in it stays for the next start. */
  async close(): Promise<void> {
    await this.#inTurn(() => this.#seal());
    await this.#release();
  }

  async #write(frames: Buffer): Promise<void> {
    const { maxBytes, folder } = this.#options;
    if (this.bytes + frames.length > maxBytes) throw new JournalFull(`the journal has its ${maxBytes} octets`);
    this.#active ??= await Segment.create(folder, this.#nextName());
    try {
      await this.#active.append(frames);
    } catch (error) {
      await this.#seal();
      throw error;
    }
    if (this.#active.bytes >= SEGMENT_BYTES) await this.#seal();
  }

  async #seal(): Promise<void> {
    const active = this.#active;
    if (!active) return;
    // At one stroke: the records must not be in neither place while the file is being closed.
    this.#active = undefined;
    this.#sealed.push({ path: active.path, bytes: active.bytes });
    await active.close();
  }

  #nextName(): string {
    this.#last += 1;
    return String(this.#last).padStart(DIGITS, '0');
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

function numberOf(file: Sealed | undefined): number {
  return file ? Number(basename(file.path, SUFFIX)) || 0 : 0;
}
