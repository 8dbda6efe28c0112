import { macOf } from '../freeradius/equipment.ts';
import { endOf, lastDayOf } from '../freeradius/expiration.ts';
import { poolRows } from '../freeradius/source.ts';
import { furtherMobiles } from '../further-mobiles.ts';
import type { Mapping } from '../mapping.ts';
import { type Source, SourceError, type SourceRow } from '../source-row.ts';
import { withIsoDays } from './day-order.ts';
import { type CsvRecord, readCsv } from './read-csv.ts';

/** Columns of another system, by what they are here: each under any of its names. */
export type Names = Readonly<Record<string, readonly string[]>>;

/** The files of a system that knows customers and services apart, or both in one. */
export interface ForeignFormat {
  readonly customers: Names;
  readonly services: Names;
  /** What `customer` is called that a service belongs to; null: both are one row. */
  readonly isOneRow: boolean;
  /** The end of a service is its last day, not a time. */
  readonly endsWithDay: boolean;
  /** Values of the column `status` whose services are imported suspended, and those that are left out. */
  readonly suspended: RegExp;
  readonly closed: RegExp;
}

export interface ForeignFiles {
  readonly customers: string;
  /** The same file if both are one row. */
  readonly services: string;
}

export function foreignSource(format: ForeignFormat, files: ForeignFiles, mapping: Mapping): Source {
  return {
    async *rows() {
      yield* poolRows(mapping);
      if (format.isOneRow) return yield* subscribers(format, files, mapping);
      for await (const record of known(files.customers, format.customers, mapping)) yield customerRow(record, format);
      for await (const record of known(files.services, format.services, mapping))
        yield serviceRow(record, format, mapping);
    },
  };
}

/** The file is read twice at once, since customers and services have columns of their own of it. */
async function* subscribers(format: ForeignFormat, files: ForeignFiles, mapping: Mapping): AsyncGenerator<SourceRow> {
  const services = known(files.services, format.services, mapping);
  try {
    for await (const record of known(files.customers, format.customers, mapping)) {
      const service = await services.next();
      if (service.done) throw new SourceError(`${files.services} changed during the import. Import it again.`);
      yield { ...customerRow(record, format), service: serviceRow(service.value, format, mapping) };
    }
  } finally {
    await services.return(undefined);
  }
}

/** The records of a file by our names. @throws SourceError if it has none of the names of a column that must be there */
async function* known(file: string, names: Names, { encoding, dates }: Mapping): AsyncGenerator<CsvRecord> {
  for await (const { at, values, fault } of readCsv(file, encoding)) {
    const ours: Record<string, string> = {};
    for (const [name, theirs] of Object.entries(names)) {
      const found = theirs.find((each) => each in values);
      if (found !== undefined) ours[name] = values[found] ?? '';
      else if (name === 'key' && fault === undefined)
        throw new SourceError(`${file} has no column ${theirs.join(' or ')}. Export it with that column.`);
    }
    yield { at, values: withIsoDays(ours, dates), ...(fault === undefined ? {} : { fault }) };
  }
}

function customerRow({ at, values, fault }: CsvRecord, { closed }: ForeignFormat): SourceRow {
  const { key = '', category = '', status = '', ...fields } = values;
  const type = /compan|organi[sz]ation|business/i.test(category) ? { type: 'Organisation' } : {};
  const [mobile = '', ...others] = (fields.mobile ?? '').split(/[,;]/);
  const [email = ''] = (fields.email ?? '').split(/[,;]/);
  const problem = fault ?? (closed.test(status) ? `its status is ${status}` : undefined);
  return {
    ...{ kind: 'customer', key: key || at, at },
    values: { ...fields, ...type, name: fields.name || key, mobile, other_mobiles: furtherMobiles(others), email },
    ...(problem === undefined ? {} : { fault: problem }),
  };
}

function serviceRow({ at, values, fault }: CsvRecord, format: ForeignFormat, mapping: Mapping): SourceRow {
  const { key = '', customer, status = '', mac = '', staticip = '', ends = '', password = '', ...fields } = values;
  const address = macOf(mac);
  const ip = staticip.trim().replace(/\/32$/, '');
  const upto =
    ends.trim() === '' || ends.startsWith('0000') ? undefined : format.endsWithDay ? endOf(ends)?.day : lastDayOf(ends);
  const problem =
    fault ??
    (format.closed.test(status) ? `its status is ${status}` : undefined) ??
    (ends.trim() !== '' && !ends.startsWith('0000') && upto === undefined
      ? `its end “${ends}” is not a date`
      : undefined) ??
    (password === '' && mapping.hashed_passwords === 'refuse'
      ? 'its password is empty: export with passwords, or put "hashed_passwords": "new" in the mapping file'
      : undefined);
  return {
    ...{ kind: 'service', key: key || at, at },
    values: {
      ...fields,
      customer: format.isOneRow ? key : (customer ?? ''),
      ...(password === '' ? { new_password: 'Y' } : { password }),
      ...(address === '' ? { mac_bind: 'No' } : { mac: address, mac_bind: 'Manual' }),
      ...(ip === '' || ip === '0.0.0.0' ? {} : { ip_assignment: 'StaticIP', staticip: ip }),
      ...(upto === undefined ? {} : { valid_upto: upto }),
      ...(format.suspended.test(status) ? { status: 'Suspend' } : {}),
    },
    notes: password === '' ? ['the export has no password for it, so it gets a new one'] : [],
    ...(problem === undefined ? {} : { fault: problem }),
  };
}
