import type { z } from 'zod';
import { taxIdFaults, taxSchemeOf } from '../../areas/money/tax/check-tax-id.ts';
import type { Scheme } from '../../areas/money/tax/vocabulary.ts';
import { columnsOf, newCustomer } from '../../areas/subscribers/customers/create.ts';
import { badParameters, Fault } from '../../core/fault.ts';
import { regionOfIsp } from '../../core/telephone/columns.ts';
import { ownerOfNew } from '../../core/tenancy/owner.ts';
import { created } from '../../core/tenancy/scope.ts';
import { nextIds } from '../../db/sql.ts';
import { insert } from '../../db/write.ts';
import { inputOf } from '../csv/columns.ts';
import type { ImportRun } from '../run.ts';
import { type Fate, refused, type SourceRow } from '../source-row.ts';
import { IMPORTED, PRESENT, type Writer } from './each.ts';

/** Customers, in one statement. Nothing but the key of their source tells two of the same name apart. */
export const writeCustomers: Writer = async (tx, run, rows) => {
  const { scope } = run.call;
  const known = await run.keys.find(
    tx,
    'customer',
    rows.map(({ key }) => key),
  );
  const owner = await ownerOfNew(tx, scope, { ispid: run.call.owner.ispId, resellerid: run.resellerid });
  const scheme = await taxSchemeOf(tx, owner);
  const region = await regionOfIsp(tx, scope, owner.ispId);
  const inputs = rows.map((row) => (known.has(row.key) ? PRESENT : customerOf(run, row, scheme)));
  const wanted = inputs.filter((input) => !('outcome' in input));
  if (wanted.length === 0) return inputs as Fate[];
  const ids = await nextIds(tx, { 'crm.customer': wanted.length });
  const made = new Map<string, number>();
  const rowOf = (id: number, input: z.output<typeof newCustomer>) => ({
    id,
    ...owner,
    ...columnsOf(input, region),
    ...created(scope),
  });
  const customers: ReturnType<typeof rowOf>[] = [];
  const fates = inputs.map((input, at): Fate => {
    if ('outcome' in input) return input;
    const id = ids.next('crm.customer');
    made.set(rows[at]?.key ?? '', id);
    customers.push(rowOf(id, input));
    return IMPORTED();
  });
  insert(tx, 'crm.customer', customers);
  run.keys.add(tx, 'customer', made);
  return fates;
};

/** `9800000013.0`, `9.8E+09`. */
const NUMBER_OF_SPREADSHEET = /^\d+(\.0+|([.,]\d+)?e\+?\d+)$/i;

function customerOf(run: ImportRun, { values }: SourceRow, scheme: Scheme | null) {
  const { type = 'Individual', mobile, email, zipcode, state, city, street } = run.mapping.defaults;
  const known = { type, mobile, email, zipcode, state, city, street };
  // A telephone number may have points, but this one a spreadsheet has taken for a number.
  if (NUMBER_OF_SPREADSHEET.test(values.mobile?.trim() ?? ''))
    return refused(`mobile is “${values.mobile}”, a number: format the column as text before you export it`);
  try {
    const input = inputOf(newCustomer, { ...known, ...filled(values) });
    const faults = taxIdFaults(scheme, input.tax_id);
    return faults.length > 0 ? refused(badParameters(faults).message) : input;
  } catch (error) {
    if (error instanceof Fault) return refused(error.message);
    throw error;
  }
}

/** An empty text leaves the default of the mapping. */
export const filled = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
