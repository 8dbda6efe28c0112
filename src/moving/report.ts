import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { csvLine } from '../core/list/csv.ts';
import { type Fate, SourceError, type SourceRow } from './source-row.ts';

const REPORT_COLUMNS = ['outcome', 'kind', 'key', 'where', 'reason', 'notes', 'new_password'];

/** How many rows had each outcome. */
export type Tally = Record<Fate['outcome'], number>;

/** The fate of every row, as CSV. Readable only for this user, since it has new passwords. */
export class Report {
  readonly tally: Tally = { imported: 0, present: 0, refused: 0, omitted: 0 };
  readonly #stream: WriteStream;

  private constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  /** @throws SourceError if the file exists or cannot be written */
  static async open(file: string): Promise<Report> {
    const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new SourceError(
        error.code === 'EEXIST'
          ? `${file} already exists. Choose another --report.`
          : `Cannot write the report: ${error.message}.`,
      );
    });
    await handle.close();
    const stream = createWriteStream(file, { flags: 'a', flush: true });
    stream.on('error', () => undefined); // `close` reports it
    const report = new Report(stream);
    stream.write(csvLine(REPORT_COLUMNS));
    return report;
  }

  async add(row: Pick<SourceRow, 'kind' | 'key' | 'at' | 'notes'>, { outcome, reason, newPassword = '' }: Fate) {
    this.tally[outcome] += 1;
    const notes = (row.notes ?? []).join('; ');
    const line = csvLine([outcome, row.kind, row.key, row.at, reason, notes, newPassword]);
    if (!this.#stream.write(line) && !this.#stream.destroyed) await once(this.#stream, 'drain');
    if (this.#stream.errored) throw new SourceError(`Cannot write the report: ${this.#stream.errored.message}.`);
  }

  async close(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream).catch((error: Error) => {
      throw new SourceError(`Cannot write the report: ${error.message}.`);
    });
  }
}
