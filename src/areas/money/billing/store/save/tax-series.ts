import type { Tx } from '../../../../../db/database.ts';
import { execute, query, sql } from '../../../../../db/sql.ts';
import { freePrefix, lastOf, seriesOn } from '../../../tax/document-series.ts';
import { bookingDayOf } from '../../model/booking-day.ts';
import type { Draft, DraftInvoice } from '../../model/draft.ts';
import { lockCounters, lockSeries, takenPrefixes } from './series.ts';

/** A series of numbers of tax documents. It has a counter of its own: `invoice_series.last_number`. */
interface Wanted {
  readonly sellerId: number;
  /** Identifies the series among those of its seller: no code of a seller has a line break. */
  readonly code: string;
  readonly prefix: string;
  readonly separator: string;
}

interface Stored {
  readonly seller_id: number;
  readonly code: string;
  readonly prefix: string | null;
  readonly last_number: number | null;
}

/** Their prefixes, by `seriesKey`. */
export type TaxSeries = ReadonlyMap<string, string>;

/** A series with fewer numbers left begins anew under another prefix, long before a number would not fit. */
const RESERVE = 10_000;

/** The series of a tax document: invoices and credit notes have their own. */
export function seriesOf(draft: Draft, { scheme, invoice }: DraftInvoice): Wanted | null {
  if (!scheme) return null;
  const { sellerId, invoiceTemplate, creditTemplate, yearStart } = scheme.seller;
  const [kind, template] = invoice.total.isNegative() ? ['credit', creditTemplate] : ['invoice', invoiceTemplate];
  const { prefix, separator, year } = seriesOn(template, { day: bookingDayOf(draft), yearStart });
  return { sellerId, code: [kind, year ?? '', prefix + separator].join('\n'), prefix, separator };
}

export const seriesKey = ({ sellerId, code }: Pick<Wanted, 'sellerId' | 'code'>): string => `${sellerId}\n${code}`;

/** The prefixes of the series that the drafts need. Begins those that are new or almost full. */
export async function readTaxSeries(tx: Tx, drafts: readonly Draft[]): Promise<TaxSeries> {
  const wanted = new Map<string, Wanted>();
  let ispId: number | undefined;
  for (const draft of drafts)
    for (const each of draft.invoices) {
      const series = seriesOf(draft, each);
      if (!series) continue;
      wanted.set(seriesKey(series), series);
      ispId = draft.subscription.ispId;
    }
  if (ispId === undefined) return new Map();
  const all = [...wanted.values()];
  const stored = await readStored(tx, ispId, all);
  if (stored.every(hasRoom)) return byKey(stored);
  const sellers = [...new Set(all.map(({ sellerId }) => sellerId))];
  await lockCounters(tx, ispId, sellers);
  await lockSeries(tx, ispId);
  // Another transaction may have begun one since.
  for (const { seller_id, code } of (await readStored(tx, ispId, all)).filter((row) => !hasRoom(row)))
    await begin(tx, ispId, wanted.get(seriesKey({ sellerId: seller_id, code })));
  return byKey(await readStored(tx, ispId, all));
}

const hasRoom = ({ prefix, last_number }: Stored): boolean =>
  prefix !== null && Number(last_number) <= lastOf(prefix) - RESERVE;

const byKey = (rows: readonly Stored[]): TaxSeries =>
  new Map(rows.map(({ seller_id: sellerId, code, prefix }) => [seriesKey({ sellerId, code }), prefix ?? '']));

const readStored = (tx: Tx, ispId: number, wanted: readonly Wanted[]): Promise<Stored[]> =>
  query<Stored>(
    tx,
    sql`SELECT w.seller_id, w.code, s.prefix, s.last_number
        FROM unnest(${wanted.map(({ sellerId }) => sellerId)}::int[], ${wanted.map(({ code }) => code)}::text[])
          AS w (seller_id, code)
        LEFT JOIN crm.invoice_series s ON s.isp_id = ${ispId} AND s.seller_id = w.seller_id AND s.code = w.code`,
  );

/** The full series keeps its numbers under another code. */
async function begin(tx: Tx, ispId: number, wanted: Wanted | undefined): Promise<void> {
  if (!wanted) return;
  const { sellerId, code } = wanted;
  await execute(
    tx,
    sql`UPDATE crm.invoice_series SET code = code || ' until full: ' || prefix
        WHERE isp_id = ${ispId} AND seller_id = ${sellerId} AND code = ${code}`,
  );
  const prefix = freePrefix(wanted.prefix, await takenPrefixes(tx, ispId));
  await execute(
    tx,
    sql`INSERT INTO crm.invoice_series (isp_id, seller_id, code, prefix, last_number)
        VALUES (${ispId}, ${sellerId}, ${code}, ${prefix}, 0)`,
  );
}
