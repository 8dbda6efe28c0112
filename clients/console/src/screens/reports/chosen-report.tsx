import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Path } from '../../api/client.ts';
import { isTooLarge, sentenceOf } from '../../api/faults.ts';
import { save, takeFile } from '../../api/file.ts';
import { ask } from '../../api/queries.ts';
import { useMe } from '../../api/session.ts';
import { today } from '../../ui/day.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { fullInstant } from '../../ui/instant.ts';
import { reportTitle } from '../../ui/report-title.ts';
import { RowButton } from '../../ui/row-button.tsx';
import { Card, Screen } from '../../ui/screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import { chosenIn, daysInWords, inputOf } from './asked.ts';
import { type AskedReport, aboutOf, type Declared, type ReportAnswer, sourceIn } from './declared.ts';
import { PrepareButton, PreparedReports } from './prepared.tsx';
import { ReportBar } from './report-bar.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportTable } from './table.tsx';

/** One report: of which days, as a chart and as rows with their totals, and as files. */
export function ChosenReport({ reports, report }: { reports: readonly Declared[]; report: Declared }) {
  const [address, set] = useAddress();
  const { isp } = useMe();
  const calendar = { today: today(), yearStart: isp?.year_start ?? 1 };
  const choice = chosenIn(report, address, calendar);
  const input = inputOf(choice);
  const asked = { report, input: { ...input, ...sourceIn(address) } };
  return (
    <Screen
      title={reportTitle(report)}
      hint={aboutOf(report)}
      actions={
        <>
          <PrepareButton report={report} input={input} />
          <Files {...asked} />
        </>
      }
    >
      <ReportBar
        reports={reports}
        report={report}
        choice={choice}
        calendar={calendar}
        onChange={(changes) => set({ ...changes, source: undefined })}
      />
      <Made {...asked} days={daysInWords(choice)} makeNow={() => set({ source: 'live' })} />
      <PreparedReports
        report={report}
        open={(parameters) => set({ ...parameters, period: undefined, source: 'prepared' })}
      />
    </Screen>
  );
}

function Made({ report, input, days, makeNow }: AskedReport & { days: string; makeNow: () => void }) {
  const made = useQuery({
    ...ask(`report.${report.name}` as Path, input as never),
    // It would keep the database busy for as long again.
    enabled: ({ state }) => !isTooLarge(state.error),
  });
  const preparedAt = (made.data as unknown as ReportAnswer | undefined)?.prepared_at;
  return (
    <Card
      title={days}
      hint={preparedAt && words.reports.madeAt(fullInstant(preparedAt))}
      actions={preparedAt && <RowButton onClick={makeNow}>{words.reports.makeNow}</RowButton>}
    >
      <Answer of={made} failed={(error) => isTooLarge(error) && <TooLong report={report} input={input} />}>
        {(data) => {
          const answer = data as unknown as ReportAnswer;
          return (
            <>
              <ReportChart report={report} input={input} answer={answer} />
              <ReportTable report={report} answer={answer} />
            </>
          );
        }}
      </Answer>
    </Card>
  );
}

/** Nobody has to wait for it. */
const TooLong = (asked: AskedReport) => (
  <Empty icon="clock" title={words.reports.tooLong} hint={words.reports.tooLongHint}>
    <PrepareButton {...asked} />
  </Empty>
);

/** Spreadsheets are for people too, so their columns have titles. */
const ENDINGS = { csv: { headings: 'titles' }, pdf: {} } as const;
const FILES = ['csv', 'pdf'] as const;

function Files({ report, input }: AskedReport) {
  const take = useMutation({
    mutationFn: async (ending: (typeof FILES)[number]) =>
      save(await takeFile(`report/${ending}`, { report: report.name, ...input, ...ENDINGS[ending] })),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }),
  });
  return FILES.map((ending) => (
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
