import { SourceError } from '../source-row.ts';
import type { Dialect } from './tokens.ts';

export interface DumpFile {
  readonly name: string;
  readonly blocks: AsyncIterable<Buffer>;
}

const BANNERS = [
  {
    dialect: 'mysql',
    begins: /^(-- (MySQL|MariaDB) dump|\/\*M?!\d{6}\\?- enable the sandbox)/,
    ends: '-- Dump completed',
  },
  { dialect: 'postgresql', begins: /^--\n-- PostgreSQL database dump/, ends: '-- PostgreSQL database dump complete' },
] as const;

const PROGRAM = { mysql: 'mysqldump', postgresql: 'pg_dump' } as const;

/** Both programs end a dump with a comment unless they are told to write none: without its end, a dump is not complete. */
export class Ending {
  readonly #file: DumpFile;
  readonly #dialect: Dialect;
  #ends: string | undefined;
  #tail = '';

  constructor(file: DumpFile, dialect: Dialect) {
    this.#file = file;
    this.#dialect = dialect;
  }

  async *blocks(): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const block of this.#file.blocks) {
      if (isFirst) this.#recognise(block);
      isFirst = false;
      this.#tail = (this.#tail + block.subarray(-4_000).toString('latin1')).slice(-4_000);
      yield block;
    }
    if (isFirst) throw new SourceError(`${this.#file.name} is empty.`);
  }

  #recognise(block: Buffer): void {
    const { name } = this.#file;
    const start = block.subarray(0, 4_000).toString('latin1').replaceAll('\r\n', '\n');
    if (start.startsWith('PGDMP'))
      throw new SourceError(`${name} is in pg_dump's own format. Dump with --format=plain.`);
    if (start.startsWith('\x1f\x8b')) throw new SourceError(`${name} is compressed. Unpack it with gunzip first.`);
    const banner = BANNERS.find(({ begins }) => begins.test(start));
    if (banner && banner.dialect !== this.#dialect)
      throw new SourceError(
        `${name} is a dump of ${PROGRAM[banner.dialect]}: use --format freeradius-${banner.dialect}.`,
      );
    // MariaDB's first line may be followed by the banner, or by none.
    this.#ends = /^-- (MySQL|MariaDB) dump|^-- PostgreSQL database dump/m.test(start) ? banner?.ends : undefined;
  }

  check(): void {
    if (this.#ends !== undefined && !this.#tail.includes(this.#ends))
      throw new SourceError(
        `${this.#file.name} ends before its last line, “${this.#ends}”: it is not complete. Dump again.`,
      );
  }
}
