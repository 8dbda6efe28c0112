import type { Tx } from '../../db/database.ts';
import { query, type Runner, raw, send, sql } from '../../db/sql.ts';
import type { Scope } from '../tenancy/scope.ts';
import { numbersIn, type Region, regionOf } from './numbers.ts';

/** The numbers by which a record is found, as its table keeps them. */
export interface Numbers {
  /** The first in `mobile`; empty: it names none. */
  readonly e164: string;
  readonly otherE164: string[];
}

export function numbersOf(mobile: string, region: Region | null, others: readonly string[] = []): Numbers {
  const [e164 = '', ...rest] = numbersIn(mobile, region);
  const all = new Set([...rest, ...others.flatMap((other) => numbersIn(other, region))]);
  all.delete(e164);
  return { e164, otherE164: [...all] };
}

/** After an update of `mobile`, at which a trigger forgets the numbers: programs that do not know them update it too. */
export function setNumbers(tx: Tx, table: 'crm.customer' | 'crm.lead', id: number, { e164, otherE164 }: Numbers): void {
  send(tx, sql`UPDATE ${raw(table)} SET e164 = ${e164}, other_e164 = ${otherE164}::text[] WHERE id = ${id}`);
}

/** How an ISP reads numbers without the code of a country: those of its own. Asks the database only for a caller of all ISPs. */
export async function regionOfIsp(on: Runner, { ispId: own, regions }: Scope, ispId: number): Promise<Region | null> {
  if (own === ispId && regions !== undefined) return regions[0] ?? null;
  const [isp] = await query<{ country: string }>(on, sql`SELECT country FROM crm.isp WHERE id = ${ispId}`);
  return isp === undefined ? null : regionOf(isp.country);
}
