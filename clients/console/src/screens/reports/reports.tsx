import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Input } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { save, takeFile } from '../../api/file.ts';
import { ask, askRows } from '../../api/queries.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { inputOf } from '../../ui/filters.ts';
import { Icon } from '../../ui/icons.tsx';
import { fullInstant } from '../../ui/instant.ts';
import { RowButton } from '../../ui/row-button.tsx';
import { Card, Screen } from '../../ui/screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import {
  type AskedReport,
  type Declared,
  defaultsOf,
  filtersOf,
  pathOf,
  type ReportAnswer,
  sourceIn,
  titleOf,
} from './declared.ts';
import { PrepareButton, PreparedReports } from './prepared.tsx';
import { ReportTable } from './table.tsx';

/** All reports that the node declares, one at a time. */
export function Reports() {
  const w = words.reports;
  const list = useQuery({ ...askRows('report.list', undefined as Input<'report.list'>), staleTime: Infinity });
  return (
    <Answer of={list}>
      {(reports) =>
        reports.length > 0 ? (
          <Chosen reports={reports} />
        ) : (
          <Screen title={w.title}>
            <Empty icon="chart" title={w.none} hint={w.noneHint} />
          </Screen>
        )
      }
    </Answer>
  );
}

function Chosen({ reports }: { reports: readonly Declared[] }) {
  const w = words.reports;
  const [address, set] = useAddress();
  const report = reports.find(({ name }) => name === address.report) ?? reports[0];
  if (!report) return null;
  const filters = filtersOf(report);
  const chosen: Record<string, string> = { ...defaultsOf(report), ...address, report: report.name };
  const input = inputOf(filters, chosen);
  const source = sourceIn(address);
  const choices = reports.map(({ name, title }) => ({ value: name, label: titleOf({ name, title }) }));
  return (
    <Screen
      title={w.title}
      actions={
        <>
          <PrepareButton report={report} input={input} />
          <Files report={report} input={{ ...input, ...source }} />
        </>
      }
    >
      <FilterBar
        filters={[
          { key: 'report', label: w.report, kind: 'choice', choices, pinned: true, required: true },
          ...filters,
        ]}
        address={chosen}
        usual={defaultsOf(report)}
        onChange={(changes) => set({ ...changes, source: undefined })}
      />
      <Made report={report} input={{ ...input, ...source }} makeNow={() => set({ source: 'live' })} />
      <PreparedReports report={report} open={(parameters) => set({ ...parameters, source: 'prepared' })} />
    </Screen>
  );
}

function Made({ report, input, makeNow }: AskedReport & { makeNow: () => void }) {
  const made = useQuery(ask(pathOf(report), input as never));
  const preparedAt = (made.data as unknown as ReportAnswer | undefined)?.prepared_at;
  // The node describes reports in English.
  const hint = words.reports.names[report.name] === undefined ? report.description.replaceAll('`', '') : undefined;
  return (
    <Card
      title={titleOf(report)}
      hint={preparedAt ? words.reports.madeAt(fullInstant(preparedAt)) : hint}
      actions={preparedAt && <RowButton onClick={makeNow}>{words.reports.makeNow}</RowButton>}
    >
      <Answer of={made}>
        {(answer) => <ReportTable report={report} answer={answer as unknown as ReportAnswer} />}
      </Answer>
    </Card>
  );
}

const ENDINGS = ['csv', 'pdf'] as const;

function Files({ report, input }: AskedReport) {
  const take = useMutation({
    mutationFn: async (ending: string) => save(await takeFile(`report/${ending}`, { report: report.name, ...input })),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }),
  });
  return ENDINGS.map((ending) => (
    <Button
      key={ending}
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={take.isPending && take.variables === ending}
      onClick={() => take.mutate(ending)}
    >
      {words.reports[ending]}
    </Button>
  ));
}
