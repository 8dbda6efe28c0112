import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import type { Input, Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { save, takeFile } from '../../api/file.ts';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { useMe } from '../../api/session.ts';
import { day } from '../../ui/day.ts';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { PlainTable, type TableColumn } from '../../ui/paged-table.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { Card } from '../../ui/screen.tsx';
import { Status } from '../../ui/status.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import type { AskedReport, Declared } from './declared.ts';

type Prepared = Row<'report.prepared'>;

/** How often a report that waits is looked for. */
const WAITING_MS = 3_000;
const LOOKS = { Waiting: 'Open', Running: 'Running', Ready: 'Heard', Failed: 'Failed' } as const;

const waits = ({ state }: Prepared): boolean => state === 'Waiting' || state === 'Running';
const showProblem = (error: unknown): void => {
  notifications.show({ message: sentenceOf(error), color: 'red' });
};

/** Has the report made that is on the screen, however long it takes. */
export function PrepareButton({ report, input }: AskedReport) {
  const prepare = useChange('report.prepare');
  return (
    <Button
      variant="default"
      leftSection={<Icon name="clock" size={16} />}
      loading={prepare.isPending}
      onClick={() =>
        prepare.mutate({ report: report.name, ...input } as Input<'report.prepare'>, {
          onSuccess: () => notifications.show({ message: words.reports.asked }),
          onError: showProblem,
        })
      }
    >
      {words.reports.prepare}
    </Button>
  );
}

interface PreparedReportsProps {
  readonly report: Declared;
  /** Opens it: its parameters as texts of the address. */
  readonly open: (parameters: Record<string, string>) => void;
}

/** The prepared ones of a report, of the same part of the ISP that its screen shows. */
export function PreparedReports({ report, open }: PreparedReportsProps) {
  const { reseller } = useMe();
  const list = useQuery({
    ...askRows('report.prepared', { report: report.name } as Input<'report.prepared'>),
    refetchInterval: ({ state }) => (state.data?.some(waits) ? WAITING_MS : LIVE_MS),
  });
  const rows = list.data?.filter(({ resellerid }) => resellerid === (reseller?.resellerid ?? 0)) ?? [];
  const label = words.reports.prepared;
  if (rows.length === 0) return null;
  return (
    <Card title={label} hint={words.reports.preparedHint}>
      <PlainTable label={label} rows={rows} columns={columns(report, open)} keyOf={({ id }) => id} />
    </Card>
  );
}

function columns(report: Declared, open: PreparedReportsProps['open']): TableColumn<Prepared>[] {
  const w = words.reports;
  return [
    ...report.parameters.map((name) => ({ title: w[name], cell: (row: Prepared) => parameterOf(row, name) })),
    { title: w.state, cell: ({ state, problem }) => <Status of={LOOKS[state]} label={problem ?? w.states[state]} /> },
    { title: w.preparedAt, cell: ({ prepared_at }) => prepared_at && instant(prepared_at) },
    { title: w.askedBy, wide: true, cell: ({ asked_by }) => asked_by ?? w.night },
    { title: w.rows, wide: true, end: true, cell: (row) => row.count !== null && count(row.count) },
    { title: '', end: true, cell: (row) => row.prepared_at && <Taken row={row} report={report} open={open} /> },
  ];
}

function parameterOf(row: Prepared, name: Declared['parameters'][number]): string {
  const value = row[name];
  return typeof value === 'string' ? day(value) : String(value ?? '');
}

function Taken({ row, report, open }: PreparedReportsProps & { row: Prepared }) {
  const take = useMutation({
    mutationFn: async () => save(await takeFile('report/prepared_csv', { id: row.id, headings: 'titles' })),
    onError: showProblem,
  });
  const parameters = Object.fromEntries(report.parameters.map((name) => [name, String(row[name])]));
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      <RowButton onClick={() => open(parameters)}>{words.reports.open}</RowButton>
      <RowButton onClick={() => take.mutate()}>{words.reports.csv}</RowButton>
    </Group>
  );
}
