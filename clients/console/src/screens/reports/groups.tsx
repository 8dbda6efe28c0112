import { Link } from '@tanstack/react-router';
import { reportTitle } from '../../ui/report-title.ts';
import { Card, Screen } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import { aboutOf, type Declared } from './declared.ts';
import classes from './groups.module.css';

interface Group {
  readonly group: Declared['group'];
  readonly reports: readonly Declared[];
}

/** Groups and reports are in the order in which the node lists them. */
export function byGroup(reports: readonly Declared[]): Group[] {
  const groups = [...new Set(reports.map(({ group }) => group))];
  return groups.map((group) => ({ group, reports: reports.filter((report) => report.group === group) }));
}

/** All reports, by what they are about. */
export function ReportGroups({ reports }: { reports: readonly Declared[] }) {
  const w = words.reports;
  return (
    <Screen title={w.title} hint={w.lead}>
      <div className={classes.groups}>
        {byGroup(reports).map(({ group, reports: all }) => (
          <Card key={group} title={w.groups[group]}>
            <ul className={classes.list}>
              {all.map((report) => (
                <li key={report.name}>
                  <Link to="/reports" search={{ report: report.name } as never} className={classes.report}>
                    {reportTitle(report)}
                  </Link>
                  <p className={classes.about}>{aboutOf(report)}</p>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </Screen>
  );
}
