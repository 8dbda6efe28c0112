import { z } from 'zod';
import { Fault, parameterFault } from '../../../../core/fault.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import { errorText, kind } from '../../../../core/wire/index.ts';
import type { Runner } from '../../../../db/sql.ts';
import { jsonFile } from '../json-file.ts';
import { whichSeller } from '../seller/parameters.ts';
import { readSeller } from '../seller/read.ts';
import { Gstr1 } from './gstr1.ts';
import { documentsOf } from './read-documents.ts';

function monthText() {
  const problem = 'must be a month, yyyy-mm';
  return kind(
    z
      .string(errorText(problem))
      .trim()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: problem }),
    {
      parse: (text) => text,
      render: (value: string) => value,
      document: { type: 'string', example: '2026-11' },
    },
  );
}

export const sellerMonth = whichSeller.extend({ month: monthText() });

/** The return of a seller for a month, as a file. @throws Fault if the seller has no GSTIN, or the caller sees only locations */
export async function gstr1Of(on: Runner, scope: Scope, input: z.output<typeof sellerMonth>) {
  const { ispid, resellerid, tax_number: gstin, scheme } = await readSeller(on, scope, input);
  if (scope.locations !== null)
    throw new Fault('forbidden', 'a return covers a whole seller; a login user limited to locations cannot see it');
  if (scheme !== 'gst' || gstin === null)
    throw parameterFault('conflict', 'resellerid', 'the seller has no GSTIN; set it with tax/seller_set');
  const { month } = input;
  const report = new Gstr1({ gstin, month });
  for await (const document of documentsOf(on, { ispId: ispid, sellerId: resellerid, month, gstin }))
    report.add(document);
  const [year, of] = month.split('-');
  return { filename: `GSTR1-${gstin}-${of}${year}.json`, content: jsonFile(report.json) };
}
