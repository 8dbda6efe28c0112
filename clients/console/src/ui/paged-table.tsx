import { Button, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Path, type Row, read } from '../api/client.ts';
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
}

const PAGE = 25;

/** Some rows of a list, and more when asked for. */
export function PagedTable<P extends Path>({ path, input, columns, keyOf, label, empty }: PagedTableProps<P>) {
  const list = useInfiniteQuery({
    queryKey: [path, 'more', input],
    queryFn: async ({ pageParam, signal }) =>
      (await read(path, { ...input, rows_limit: PAGE, rows_offset: pageParam } as never, signal)) as Row<P>[],
    initialPageParam: 0,
    getNextPageParam: (last: Row<P>[], pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
  });
  return (
    <Answer of={{ ...list, data: list.data?.pages.flat() }}>
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
}

export function PlainTable<R>({ label, columns, rows, keyOf }: PlainTableProps<R>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
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
