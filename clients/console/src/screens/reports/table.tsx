import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../api/session.ts';
import { Empty } from '../../ui/empty.tsx';
import classes from '../../ui/paged-table.module.css';
import { reportTitle } from '../../ui/report-title.ts';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import {
  cellText,
  columnsToRead,
  type Declared,
  type DeclaredColumn,
  headingOf,
  isNumber,
  type ReportAnswer,
  shown,
  type Values,
} from './declared.ts';

interface ReportTableProps {
  readonly report: Declared;
  readonly answer: ReportAnswer;
}

/** The rows of a report, and their totals at the foot. */
export function ReportTable({ report, answer }: ReportTableProps) {
  const w = words.reports;
  const { rows, count: all } = answer;
  const columns = columnsToRead(report);
  if (rows.length === 0) return <Empty icon="chart" title={w.empty} hint={w.emptyHint} />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section className={classes.scroll} aria-label={reportTitle(report)} tabIndex={0}>
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
                    <Cell report={report} row={row} column={column} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          {columns.some(({ summed }) => summed) && <Totals columns={columns} total={answer.total} />}
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

/** A subscriber leads to its page. */
function Cell({ report, row, column }: { report: Declared; row: Values; column: DeclaredColumn }) {
  const { isp } = useMe();
  const text = cellText(report, row, { column, isp: isp?.name ?? '' });
  if (column.name !== 'username' || !row.serviceid) return text;
  return <Link to={`/subscribers/${row.serviceid}`}>{text}</Link>;
}

function Totals({ columns, total }: { columns: readonly DeclaredColumn[]; total: Values }) {
  return (
    <Table.Tfoot>
      <Table.Tr>
        {columns.map((column, at) => (
          <Table.Td key={column.name} data-end={isNumber(column) || undefined} fw={600}>
            {column.summed ? shown(column, total[column.name]) : at === 0 ? words.reports.total : ''}
          </Table.Td>
        ))}
      </Table.Tr>
    </Table.Tfoot>
  );
}
