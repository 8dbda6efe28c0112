import type { TRPCProcedureOptions } from '@trpc/client';

/** Options of a call: `signal` aborts it. */
export type CallOptions = TRPCProcedureOptions;

/** The parameters of a list in addition to its filters. */
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

/** One page of a list: up to `rows_limit` records (default 10, at most 100) from `rows_offset` on. */
export async function rows<I extends Paging, R>(
  list: List<I, R>,
  input: RowsInput<NoInfer<I>>,
  options?: CallOptions,
): Promise<R[]> {
  const result = await list.query({ ...input, show_count: false } as I, options);
  if (typeof result === 'number') throw new TypeError('the node returned a count instead of rows');
  return result;
}

/** A list that can return the number of records instead of the records. */
export interface Countable<I extends Paging> {
  query(input: I, options?: CallOptions): Promise<unknown>;
}

/** The number of records that match the filters. */
export async function count<I extends Paging>(
  list: Countable<I>,
  filters: Filters<NoInfer<I>>,
  options?: CallOptions,
): Promise<number> {
  const result = await list.query({ ...filters, show_count: true } as I, options);
  if (typeof result !== 'number') throw new TypeError('the node returned rows instead of a count');
  return result;
}

/** The limit of a node. */
const MAX_PAGE = 100;

/**
 * The pages of a list, each fetched on demand. `rows_limit` is their size, by default 100. Records added or removed meanwhile
 * can shift others to another page: sort by `id` (the default) if that matters.
 */
export async function* pages<I extends Paging, R>(
  list: List<I, R>,
  input: RowsInput<NoInfer<I>>,
  options?: CallOptions,
): AsyncGenerator<R[], void, undefined> {
  const { rows_limit = MAX_PAGE, rows_offset = 0 }: Paging = input as Paging;
  for (let offset = rows_offset; ; offset += rows_limit) {
    const page = await rows(list, { ...input, rows_limit, rows_offset: offset } as RowsInput<I>, options);
    if (page.length > 0) yield page;
    if (page.length < rows_limit) return;
  }
}
