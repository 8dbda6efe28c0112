import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { Fault } from '../../../../core/fault.ts';
import type { Database } from '../../../../db/database.ts';
import { execute, sql } from '../../../../db/sql.ts';
import { csvHead, csvLines } from '../csv.ts';
import type { Report, RowReader, Values } from '../report.ts';
import type { Claim } from './claim.ts';
import { KEPT_ROWS } from './find.ts';

/** Of a part: so much is in memory. */
const PART_BYTES = 512 * 1024;
/** Of a file, compressed: some millions of rows. */
const MAX_BYTES = 64 * 1024 * 1024;

interface FileOptions {
  readonly db: Pick<Database, 'pool'>;
  readonly claim: Pick<Claim, 'id' | 'run' | 'timezone'>;
  readonly report: Report;
}

/** Writes the rows of a report as CSV into the parts of its file, and keeps the first. */
export class ReportFile implements RowReader {
  readonly first: Values[] = [];
  readonly #options: FileOptions;
  readonly #gzip = createGzip();
  #compressed: Buffer[] = [];
  #waiting = 0;
  #parts = 0;
  #begun = false;
  /** Compressed. */
  bytes = 0;

  constructor(options: FileOptions) {
    this.#options = options;
    this.#gzip.on('data', (block: Buffer) => {
      this.#compressed.push(block);
      this.#waiting += block.length;
    });
  }

  async take(rows: readonly Values[]): Promise<void> {
    await this.#begin();
    this.first.push(...rows.slice(0, KEPT_ROWS - this.first.length));
    const { report, claim } = this.#options;
    await this.#write(csvLines(report, rows, claim.timezone));
  }

  async end(): Promise<void> {
    await this.#begin();
    const ended = once(this.#gzip, 'end');
    this.#gzip.end();
    await ended;
    await this.#save();
  }

  /** What an attempt that broke off has left is removed. */
  async #begin(): Promise<void> {
    if (this.#begun) return;
    this.#begun = true;
    const { db, claim, report } = this.#options;
    await execute(
      db.pool,
      sql`DELETE FROM crm.prepared_report_part WHERE report_id = ${claim.id} AND run = ${claim.run}`,
    );
    await this.#write(csvHead(report));
  }

  async #write(text: string): Promise<void> {
    if (!this.#gzip.write(text)) await once(this.#gzip, 'drain');
    if (this.#waiting >= PART_BYTES) await this.#save();
  }

  async #save(): Promise<void> {
    const content = Buffer.concat(this.#compressed);
    this.#compressed = [];
    this.#waiting = 0;
    if (content.length === 0) return;
    this.bytes += content.length;
    if (this.bytes > MAX_BYTES)
      throw new Fault('tooLarge', 'the report has too many rows; ask for fewer days or one reseller');
    const { db, claim } = this.#options;
    await execute(
      db.pool,
      sql`INSERT INTO crm.prepared_report_part (report_id, run, n, content) VALUES (${claim.id}, ${claim.run}, ${this.#parts}, ${content})`,
    );
    this.#parts += 1;
  }
}
