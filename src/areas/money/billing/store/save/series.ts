import type { Tx } from '../../../../../db/database.ts';
import { execute, query, type Sql, sql } from '../../../../../db/sql.ts';

/** The number of a tax invoice in India has at most 16 characters (CGST Rule 46): with the dash this leaves 7 digits. */
const MAX_PREFIX = 8;
const DIGITS = 6;

/**
 * The SQL of a document number. The last dash separates prefix and number, so texts are equal only if both are. `lpad` would cut
 * a number with more digits.
 */
export const documentNo = (prefix: Sql, number: Sql): Sql =>
  sql`${prefix} || '-' || lpad(${number}::text, greatest(${DIGITS}::int, length(${number}::text)), '0')`;

interface Seller {
  seller_id: number;
  code: string;
  prefix: string | null;
}

/** The prefixes of sellers (0: the ISP itself) for their current codes. Within an ISP a prefix belongs to one seller for ever. */
export async function prefixesOf(tx: Tx, ispId: number, sellerIds: readonly number[]): Promise<Map<number, string>> {
  const sellers = await readSellers(tx, ispId, sellerIds);
  if (sellers.every(({ prefix }) => prefix !== null)) return prefixesBySeller(sellers);
  await lockCounters(tx, ispId, sellerIds);
  // Another transaction may have begun the series of one since.
  const locked = await readSellers(tx, ispId, sellerIds);
  const without = locked.filter(({ prefix }) => prefix === null);
  return new Map([...prefixesBySeller(locked), ...(await beginSeries(tx, ispId, without))]);
}

const prefixesBySeller = (sellers: readonly Seller[]): Map<number, string> =>
  new Map(sellers.flatMap(({ seller_id, prefix }) => (prefix === null ? [] : [[seller_id, prefix] as const])));

const readSellers = (tx: Tx, ispId: number, sellerIds: readonly number[]): Promise<Seller[]> =>
  query<Seller>(
    tx,
    sql`SELECT w.seller_id, coalesce(r.code, i.code) AS code, s.prefix
        FROM unnest(${[...sellerIds]}::int[]) AS w (seller_id)
        JOIN crm.isp i ON i.id = ${ispId}
        LEFT JOIN crm.reseller r ON r.id = nullif(w.seller_id, 0)
        LEFT JOIN crm.invoice_series s
          ON s.isp_id = i.id AND s.seller_id = w.seller_id AND s.code = coalesce(r.code, i.code)
        ORDER BY w.seller_id`,
  );

/** The transaction that begins a series holds the counter of its seller. In the order of sellers, so that transactions cannot deadlock. */
export async function lockCounters(tx: Tx, ispId: number, sellerIds: readonly number[]): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO crm.invoice_counter AS c (isp_id, seller_id, last_number)
        SELECT ${ispId}::int, seller_id, 0 FROM unnest(${[...sellerIds]}::int[]) AS w (seller_id) ORDER BY seller_id
        ON CONFLICT (isp_id, seller_id) DO UPDATE SET last_number = c.last_number`,
  );
}

export const lockSeries = (tx: Tx, ispId: number): Promise<unknown> =>
  query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('crm.invoice_series'), ${ispId}::int)`);

/** Those that no other series of the ISP may get, in lower case. */
export async function takenPrefixes(tx: Tx, ispId: number): Promise<Set<string>> {
  const rows = await query<{ prefix: string }>(
    tx,
    sql`SELECT lower(prefix) AS prefix FROM crm.invoice_series WHERE isp_id = ${ispId}`,
  );
  return new Set(rows.map(({ prefix }) => prefix));
}

/** One transaction per ISP at a time. The lock comes after those of all counters, so that transactions cannot deadlock. */
async function beginSeries(tx: Tx, ispId: number, sellers: readonly Seller[]): Promise<[number, string][]> {
  if (sellers.length === 0) return [];
  await lockSeries(tx, ispId);
  const taken = await takenPrefixes(tx, ispId);
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
