import type { Tx } from '../../../../db/database.ts';
import { execute, query, sql } from '../../../../db/sql.ts';

/** The number of a tax invoice in India has at most 16 characters (CGST Rule 46): with the dash this leaves 7 digits. */
const MAX_PREFIX = 8;
const DIGITS = 6;

/** The last dash separates prefix and number, so texts are equal only if both are. */
export function documentNo(prefix: string | undefined, number: number): string {
  if (prefix === undefined) throw new Error('a seller has no series of documents');
  return `${prefix}-${String(number).padStart(DIGITS, '0')}`;
}

interface Seller {
  seller_id: number;
  code: string;
  prefix: string | null;
}

/**
 * The prefixes of sellers (0: the ISP itself) for their current codes. Within an ISP a prefix belongs to one seller for ever. The
 * caller has locked the invoice counters of the sellers, so no other transaction starts a series for them.
 */
export async function prefixesOf(tx: Tx, ispId: number, sellerIds: readonly number[]): Promise<Map<number, string>> {
  const sellers = await query<Seller>(
    tx,
    sql`SELECT w.seller_id, coalesce(r.code, i.code) AS code, s.prefix
        FROM unnest(${[...sellerIds]}::int[]) AS w (seller_id)
        JOIN crm.isp i ON i.id = ${ispId}
        LEFT JOIN crm.reseller r ON r.id = nullif(w.seller_id, 0)
        LEFT JOIN crm.invoice_series s
          ON s.isp_id = i.id AND s.seller_id = w.seller_id AND s.code = coalesce(r.code, i.code)
        ORDER BY w.seller_id`,
  );
  const known = sellers.flatMap(({ seller_id, prefix }) => (prefix === null ? [] : [[seller_id, prefix] as const]));
  const begun = await beginSeries(
    tx,
    ispId,
    sellers.filter(({ prefix }) => prefix === null),
  );
  return new Map([...known, ...begun]);
}

/** One transaction per ISP at a time. The lock comes after those of all counters, so that transactions cannot deadlock. */
async function beginSeries(tx: Tx, ispId: number, sellers: readonly Seller[]): Promise<[number, string][]> {
  if (sellers.length === 0) return [];
  await query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('crm.invoice_series'), ${ispId}::int)`);
  const rows = await query<{ prefix: string }>(
    tx,
    sql`SELECT lower(prefix) AS prefix FROM crm.invoice_series WHERE isp_id = ${ispId}`,
  );
  const taken = new Set(rows.map(({ prefix }) => prefix));
  const begun: [number, string][] = [];
  for (const { seller_id, code } of sellers) {
    const prefix = freePrefix(code, taken);
    taken.add(prefix.toLowerCase());
    await execute(
      tx,
      sql`INSERT INTO crm.invoice_series (isp_id, seller_id, code, prefix) VALUES (${ispId}, ${seller_id}, ${code}, ${prefix})`,
    );
    begun.push([seller_id, prefix]);
  }
  return begun;
}

/** The code, reduced to the characters allowed in a number; with a count if another seller has that prefix. */
function freePrefix(code: string, taken: ReadonlySet<string>): string {
  const shown = code.replace(/[^A-Za-z0-9/-]+/g, '').slice(0, MAX_PREFIX);
  const base = shown.replace(/^[-/]+|[-/]+$/g, '') || 'INV';
  let prefix = base;
  for (let count = 2; taken.has(prefix.toLowerCase()); count++) {
    const suffix = `/${count}`;
    prefix = base.slice(0, MAX_PREFIX - suffix.length) + suffix;
  }
  return prefix;
}
