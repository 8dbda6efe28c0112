import { Table, Text } from '@mantine/core';
import { Empty } from '../../ui/empty.tsx';
import classes from '../../ui/paged-table.module.css';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { type Declared, headingOf, isNumber, type ReportAnswer, shown, titleOf } from './declared.ts';

interface ReportTableProps {
  readonly report: Declared;
  readonly answer: ReportAnswer;
}

/** The rows of a report, and their totals at the foot. */
export function ReportTable({ report, answer }: ReportTableProps) {
  const w = words.reports;
  const { rows, count: all } = answer;
  const { columns } = report;
  if (rows.length === 0) return <Empty icon="chart" title={w.empty} hint={w.emptyHint} />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section className={classes.scroll} aria-label={titleOf(report)} tabIndex={0}>
        <Table highlightOnHover className={classes.table ?? ''}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.name} data-end={isNumber(column) || undefined}>
                  {headingOf(column)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never move
              <Table.Tr key={at}>
                {columns.map((column) => (
                  <Table.Td key={column.name} data-end={isNumber(column) || undefined}>
                    {shown(column, row[column.name])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          {columns.some(({ summed }) => summed) && <Totals report={report} answer={answer} />}
        </Table>
      </section>
      {rows.length < all && (
        <Text c="dimmed" size="sm" mt="xs">
          {w.first(count(rows.length), count(all))}
        </Text>
      )}
    </>
  );
}

function Totals({ report, answer: { total } }: ReportTableProps) {
  return (
    <Table.Tfoot>
      <Table.Tr>
        {report.columns.map((column, at) => (
          <Table.Td key={column.name} data-end={isNumber(column) || undefined} fw={600}>
            {column.summed ? shown(column, total[column.name]) : at === 0 ? words.reports.total : ''}
          </Table.Td>
        ))}
      </Table.Tr>
    </Table.Tfoot>
  );
}
