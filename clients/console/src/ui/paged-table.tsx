import { Button, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Path, type Row, read } from '../api/client.ts';
import { countOf } from '../api/list.ts';
import { words } from '../words/words.ts';
import { Answer, Empty } from './empty.tsx';
import classes from './paged-table.module.css';

export interface TableColumn<R> {
  readonly title: string;
  readonly end?: boolean;
  /** Left out on a phone. */
  readonly wide?: boolean;
  readonly cell: (row: R) => ReactNode;
}

interface PagedTableProps<P extends Path> {
  readonly path: P;
  readonly input: Readonly<Record<string, unknown>>;
  readonly columns: readonly TableColumn<Row<P>>[];
  readonly keyOf: (row: Row<P>) => string | number;
  readonly label: string;
  readonly empty?: string;
  /** Of a list that has one order only, oldest first. */
  readonly isNewestFirst?: boolean;
}

const PAGE = 25;

interface Page<R> {
  readonly rows: readonly R[];
  /** Where the next page begins, or ends if the newest come first. */
  readonly next: number | undefined;
}

type Input = Readonly<Record<string, unknown>>;

const rowsOf = async <P extends Path>(path: P, input: Input, signal: AbortSignal) =>
  (await read(path, input as never, signal)) as Row<P>[];

async function pageFrom<P extends Path>(
  path: P,
  input: Input,
  from: number,
  signal: AbortSignal,
): Promise<Page<Row<P>>> {
  const rows = await rowsOf(path, { ...input, rows_limit: PAGE, rows_offset: from }, signal);
  return { rows, next: rows.length < PAGE ? undefined : from + PAGE };
}

/** Newest first, from the row before `upto`; undefined: from the end. */
async function pageUpto<P extends Path>(
  path: P,
  filters: Input,
  upto: number | undefined,
  signal: AbortSignal,
): Promise<Page<Row<P>>> {
  const end = upto ?? (await countOf({ path, filters, order: 'asc' }, signal));
  if (end === 0) return { rows: [], next: undefined };
  const from = Math.max(0, end - PAGE);
  const rows = await rowsOf(path, { ...filters, rows_limit: end - from, rows_offset: from }, signal);
  return { rows: rows.reverse(), next: from > 0 ? from : undefined };
}

/** Some rows of a list, and more when asked for. */
export function PagedTable<P extends Path>(props: PagedTableProps<P>) {
  const { path, input, columns, keyOf, label, empty, isNewestFirst = false } = props;
  const list = useInfiniteQuery({
    queryKey: [path, 'more', input],
    queryFn: ({ pageParam, signal }) =>
      isNewestFirst ? pageUpto(path, input, pageParam, signal) : pageFrom(path, input, pageParam ?? 0, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Answer of={{ ...list, data: list.data?.pages.flatMap(({ rows }) => rows) }}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty icon="info" title={empty ?? words.subscriber.none} hint={words.subscriber.noneHint} />
        ) : (
          <>
            <PlainTable label={label} columns={columns} rows={rows} keyOf={keyOf} />
            {list.hasNextPage && (
              <Button
                variant="subtle"
                mt="xs"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {words.subscriber.older}
              </Button>
            )}
          </>
        )
      }
    </Answer>
  );
}

interface PlainTableProps<R> {
  readonly label: string;
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string | number;
  /** Scrolls by itself, so that what is below stays in sight. */
  readonly isShort?: boolean;
}

export function PlainTable<R>({ label, columns, rows, keyOf, isShort }: PlainTableProps<R>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys
    <section className={classes.scroll} aria-label={label} tabIndex={0} data-short={isShort || undefined}>
      <Table highlightOnHover className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, end, wide }) => (
              <Table.Th key={title} data-end={end || undefined} data-wide={wide || undefined}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ title, end, wide, cell }) => (
                <Table.Td key={title} data-end={end || undefined} data-wide={wide || undefined}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
