import { useQuery } from '@tanstack/react-query';
import type { Input } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import { ChosenReport } from './chosen-report.tsx';
import { ReportGroups } from './groups.tsx';

/** All reports that the node declares by what they are about, or the one in the address. */
export function Reports() {
  const w = words.reports;
  const [address] = useAddress();
  const list = useQuery({ ...askRows('report.list', undefined as Input<'report.list'>), staleTime: Infinity });
  return (
    <Answer of={list}>
      {(reports) => {
        const report = reports.find(({ name }) => name === address.report);
        if (report) return <ChosenReport reports={reports} report={report} />;
        if (reports.length > 0) return <ReportGroups reports={reports} />;
        return (
          <Screen title={w.title}>
            <Empty icon="chart" title={w.none} hint={w.noneHint} />
          </Screen>
        );
      }}
    </Answer>
  );
}
