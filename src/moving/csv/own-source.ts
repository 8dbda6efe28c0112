import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { poolRows } from '../freeradius/source.ts';
import type { Mapping } from '../mapping.ts';
import { type Source, SourceError, type SourceRow } from '../source-row.ts';
import { withIsoDays } from './day-order.ts';
import { BALANCES, OWN_FILES } from './own-columns.ts';
import { type CsvRecord, readCsv } from './read-csv.ts';
import { asWritten } from './spreadsheet.ts';

type Balances = Map<string, { readonly at: string; readonly balance: string; used: boolean }>;

/** The files of our own format in a folder. @throws SourceError if there is none */
export async function ownSource(folder: string, mapping: Mapping): Promise<Source> {
  const present = await Promise.all(
    OWN_FILES.map(async (each) => ((await exists(join(folder, each.file))) ? [each] : [])),
  );
  const files = present.flat();
  if (files.length === 0)
    throw new SourceError(`${folder} has none of the files ${OWN_FILES.map(({ file }) => file).join(', ')}.`);
  return {
    async *rows() {
      const balances = await readBalances(join(folder, BALANCES.file), mapping);
      yield* poolRows(mapping);
      for (const { file, kind, columns, keyedBy } of files) {
        let isFirst = true;
        for await (const record of readCsv(join(folder, file), mapping.encoding)) {
          if (isFirst) refuseUnknown(file, Object.keys(record.values), columns);
          isFirst = false;
          const read = rowOf(record, kind, keyedBy);
          const row = { ...read, values: withIsoDays(read.values, mapping.dates) };
          yield kind === 'service' ? withBalance(row, balances) : row;
        }
      }
      for (const [key, { at, used }] of balances)
        if (!used)
          yield {
            kind: 'service',
            key: `balance of ${key}`,
            at,
            values: {},
            fault: `services.csv has no service ${key}`,
          };
    },
  };
}

function rowOf({ at, values: written, fault }: CsvRecord, kind: SourceRow['kind'], keyedBy: string | null): SourceRow {
  const { key: given = '', ...values } = Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, asWritten(value)]),
  );
  const key = given || (keyedBy === null ? keyless(kind, values) : (values[keyedBy] ?? ''));
  const problem = fault ?? (key === '' ? 'its key is empty' : undefined);
  return { kind, key: key || at, at, values, ...(problem === undefined ? {} : { fault: problem }) };
}

/** A location is what its codes are, a sub plan what its plan and its name are. */
function keyless(kind: SourceRow['kind'], values: Readonly<Record<string, string>>): string {
  if (kind === 'location') return `${values.location_code}/${values.sub_location_code ?? ''}`;
  return kind === 'subplan' ? `${values.plan}/${values.name}` : '';
}

function withBalance(row: SourceRow, balances: Balances): SourceRow {
  const found = balances.get(row.key) ?? balances.get(row.values.username ?? '');
  if (!found) return row;
  found.used = true;
  return { ...row, values: { ...row.values, balance: found.balance } };
}

async function readBalances(file: string, { encoding }: Mapping): Promise<Balances> {
  const balances: Balances = new Map();
  if (!(await exists(file))) return balances;
  for await (const { at, values, fault } of readCsv(file, encoding)) {
    refuseUnknown(BALANCES.file, Object.keys(values), BALANCES.columns);
    const { service = '', balance = '' } = values;
    if (fault !== undefined) throw new SourceError(`${at}: ${fault}.`);
    if (balances.has(service)) throw new SourceError(`${at}: ${service} already has a balance.`);
    balances.set(service, { at, balance, used: false });
  }
  return balances;
}

/** A column with a typing error would silently be lost. */
function refuseUnknown(file: string, found: readonly string[], known: readonly string[]): void {
  const unknown = found.filter((column) => !known.includes(column));
  if (unknown.length > 0)
    throw new SourceError(
      `${file} has unknown columns: ${unknown.join(', ')}. The known columns are ${known.join(', ')}.`,
    );
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
