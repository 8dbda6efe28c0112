import type { Path } from './client.ts';
import { read } from './client.ts';

/** A list with its filters and order, as an address holds them. */
export interface Listing<P extends Path> {
  readonly path: P;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly sort?: string | undefined;
  readonly order: 'asc' | 'desc';
}

/** The most rows of one answer. */
export const PAGE = 100;

/** How many records match the filters. */
export async function countOf<P extends Path>({ path, filters }: Listing<P>, signal: AbortSignal): Promise<number> {
  const answer: unknown = await read(path, { ...filters, show_count: true } as never, signal);
  return typeof answer === 'number' ? answer : 0;
}

/**
 * The rows of page `page`, from 0. Past the middle the node is asked in reverse, since it reaches a row the faster the
 * nearer it is to the beginning; the exactly opposite order is then turned round.
 */
export async function pageOf<P extends Path, R>(
  { path, filters, sort, order }: Listing<P>,
  { page, total }: { page: number; total: number },
  signal: AbortSignal,
): Promise<R[]> {
  const { offset, limit, reversed } = placeOf(page, total, sort !== undefined);
  if (limit <= 0) return [];
  const answer: unknown = await read(
    path,
    {
      ...filters,
      // A list that sorts by nothing has one order only.
      ...(sort === undefined ? {} : { sort_field: sort, sort_order: reversed ? opposite(order) : order }),
      rows_offset: offset,
      rows_limit: limit,
    } as never,
    signal,
  );
  const rows = Array.isArray(answer) ? (answer as R[]) : [];
  return reversed ? rows.reverse() : rows;
}

/** Where page `page` of `total` rows is, counted from the nearer end. */
export function placeOf(
  page: number,
  total: number,
  isSorted = true,
): { offset: number; limit: number; reversed: boolean } {
  const start = page * PAGE;
  const limit = Math.min(PAGE, total - start);
  const reversed = isSorted && start > total / 2 && total > 2 * PAGE;
  return { offset: reversed ? total - start - limit : start, limit, reversed };
}

const opposite = (order: 'asc' | 'desc') => (order === 'asc' ? 'desc' : 'asc');
