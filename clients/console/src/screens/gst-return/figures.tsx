import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { money } from '../../ui/money.ts';
import classes from '../../ui/paged-table.module.css';
import { Card } from '../../ui/screen.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { type Amounts, taxOf, totalOf } from './rows.ts';

interface LeadColumn<R> {
  readonly title: string;
  readonly end?: boolean;
  readonly cell: (row: R) => ReactNode;
}

interface FiguresProps<R extends Amounts> {
  readonly title: string;
  readonly hint?: string;
  readonly rows: readonly R[];
  /** Before the amounts, which are the same in all tables. */
  readonly columns: readonly LeadColumn<R>[];
}

/** More are in the file. */
const MAX_ROWS = 500;

/** A part of the return: what it is about, the taxable value and the taxes, and their sums. */
export function Figures<R extends Amounts>({ title, hint, rows, columns }: FiguresProps<R>) {
  const w = words.gst;
  if (rows.length === 0) return null;
  return (
    <Card title={title} hint={hint}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section className={classes.scroll} aria-label={title} tabIndex={0}>
        <Table highlightOnHover className={classes.table ?? ''}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.title} data-end={column.end || undefined}>
                  {column.title}
                </Table.Th>
              ))}
              {[w.taxable, w.igst, w.cgst, w.sgst, w.tax].map((heading) => (
                <Table.Th key={heading} data-end>
                  {heading}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, MAX_ROWS).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a return never move
              <Table.Tr key={at}>
                {columns.map(({ title: heading, end, cell }) => (
                  <Table.Td key={heading} data-end={end || undefined}>
                    {cell(row)}
                  </Table.Td>
                ))}
                <AmountCells of={row} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          {rows.length > 1 && (
            <Table.Tfoot>
              <Table.Tr fw={600}>
                <Table.Td colSpan={columns.length}>{w.total}</Table.Td>
                <AmountCells of={totalOf(rows)} />
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </section>
      {rows.length > MAX_ROWS && (
        <Text c="dimmed" size="sm" mt="xs">
          {w.first(count(MAX_ROWS), count(rows.length))}
        </Text>
      )}
    </Card>
  );
}

function AmountCells({ of }: { of: Amounts }) {
  const amounts = { taxable: of.taxable, igst: of.igst, cgst: of.cgst, sgst: of.sgst, tax: taxOf(of) };
  return Object.entries(amounts).map(([name, amount]) => (
    <Table.Td key={name} data-end>
      {money(amount)}
    </Table.Td>
  ));
}
