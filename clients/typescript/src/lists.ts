import type { TRPCProcedureOptions } from '@trpc/client';

/** Options of one call: `signal` aborts it. */
export type CallOptions = TRPCProcedureOptions;

/** What every list takes beside its filters. */
interface Paging {
  rows_limit?: number | undefined;
  rows_offset?: number | undefined;
  show_count?: boolean | undefined;
}

/** A list of the client, such as `client.customer.list`. Its result depends on `show_count`. */
export interface List<I extends Paging, R> {
  query(input: I, options?: CallOptions): Promise<R[] | number>;
}

type RowsInput<I> = Omit<I, 'show_count'>;
type Filters<I> = Omit<I, keyof Paging | 'sort_field' | 'sort_order'>;

/** One page of a list: `rows_limit` records (10 unless said otherwise, 100 at most) from `rows_offset` on. */
export async function rows<I extends Paging, R>(
  list: List<I, R>,
  input: RowsInput<NoInfer<I>>,
  options?: CallOptions,
): Promise<R[]> {
  const result = await list.query({ ...input, show_count: false } as I, options);
  if (typeof result === 'number') throw new TypeError('the node answered with a count where rows were asked for');
  return result;
}

/** A procedure that can tell a number instead of the records. */
export interface Countable<I extends Paging> {
  query(input: I, options?: CallOptions): Promise<unknown>;
}

/** How many records the filters leave. */
export async function count<I extends Paging>(
  list: Countable<I>,
  filters: Filters<NoInfer<I>>,
  options?: CallOptions,
): Promise<number> {
  const result = await list.query({ ...filters, show_count: true } as I, options);
  if (typeof result !== 'number') throw new TypeError('the node answered with rows where a count was asked for');
  return result;
}

/** The largest page a node gives out. */
const LARGEST_PAGE = 100;

/**
 * The pages of a list, each fetched when the loop asks for it; `rows_limit` is their size (100 unless said otherwise).
 * Records that are added or removed meanwhile can move others across a page border: sort by `id` (the default) where that
 * matters.
 */
export async function* pages<I extends Paging, R>(
  list: List<I, R>,
  input: RowsInput<NoInfer<I>>,
  options?: CallOptions,
): AsyncGenerator<R[], void, undefined> {
  const { rows_limit = LARGEST_PAGE, rows_offset = 0 }: Paging = input as Paging;
  for (let offset = rows_offset; ; offset += rows_limit) {
    const page = await rows(list, { ...input, rows_limit, rows_offset: offset } as RowsInput<I>, options);
    if (page.length > 0) yield page;
    if (page.length < rows_limit) return;
  }
}
