import { z } from 'zod';
import { column, type ListDefinition } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { raw, type Sql, sql } from '../../../db/sql.ts';
import { type Trace, traceColumns } from './list.ts';
import { questionShape } from './question.ts';

export const formInput = z.strictObject(questionShape);

/** The circular wants Indian Standard Time, whatever the zone of the ISP. */
const inIndia = (instant: string, format: string) =>
  sql`to_char(${raw(instant)} AT TIME ZONE 'Asia/Kolkata', ${format})`;
const TIME = 'HH24:MI:SS';
const DATE = 'DD/MM/YYYY';

/** A column of the trace, as far as the caller may see it, or what is made of columns that all callers see. */
type From = keyof typeof traceColumns | Sql;

/** Headings and values. A customer has one telephone number, so the alternate one stays empty. */
const FORM: readonly (readonly [heading: string, from: From])[] = [
  ['Name of person/organization', 'customername'],
  ['Address', 'address'],
  ['Contact No.', 'mobile'],
  ['Alternate Contact No.', sql`NULL`],
  ['E-mail Address', 'email'],
  [
    'Landline/MSISDN/MDN/Leased circuit ID for Internet Access',
    sql`coalesce(${sqlOf(traceColumns.circuit_id)}, ${sqlOf(traceColumns.nasport)})`,
  ],
  ['User ID for Internet Access based on authentication', 'username'],
  ['IP address assigned', 'ip'],
  ['Static/Dynamic IP Address Allocation', sql`initcap(${sqlOf(traceColumns.assignment)})`],
  ['Source port of the public IP Address in case of NATing', sql`x.first_port || '-' || x.last_port`],
  ['IST Start Time of IP address allocation (hh:mm:ss)', inIndia('x.started_at', TIME)],
  ['IST End Time of IP address allocation (hh:mm:ss)', inIndia('coalesce(x.replaced_at, x.ended_at)', TIME)],
  ['Start Date of IP address allocation (dd/mm/yyyy)', inIndia('x.started_at', DATE)],
  ['End Date of IP address allocation (dd/mm/yyyy)', inIndia('coalesce(x.replaced_at, x.ended_at)', DATE)],
  ['Source MAC Address/Other device Identification number', 'mac'],
  ['Certainty', 'certainty'],
  ['Remarks', 'why'],
];

function sqlOf({ from }: ListDefinition['columns'][string]): Sql {
  if (typeof from === 'function') throw new TypeError('no column of the form depends on the caller');
  return from;
}

/** The column as text, masked as it is in the list. */
const asText = (given: ListDefinition['columns'][string]) => ({
  ...given,
  schema: column(wire.shown().nullable(), '').schema,
});

const nameOf = (at: number) => `field_${at + 1}`;

/** Headings of the file by column. */
export const HEADINGS = Object.fromEntries(FORM.map(([heading], at) => [nameOf(at), heading]));

/**
 * The parameters of the circular of the Indian Department of Telecommunications 820-01/98-LR/Vol.(IX) Pt. I of 1 October 2013
 * (i), in its order, and how certain each row is.
 */
export const asForm = (trace: Trace) => ({
  ...trace,
  columns: Object.fromEntries(
    FORM.map(([, from], at) => [
      nameOf(at),
      typeof from === 'string' ? asText(trace.columns[from]) : column(wire.shown().nullable(), from),
    ]),
  ),
});
