import { Select } from '@mantine/core';
import bar from '../../ui/filter-bar.module.css';
import { FilterField } from '../../ui/filter-field.tsx';
import { reportTitle } from '../../ui/report-title.ts';
import { words } from '../../words/words.ts';
import { type Choice, hasDays } from './asked.ts';
import type { Declared } from './declared.ts';
import { byGroup } from './groups.tsx';
import { type Calendar, periodName, periodsWithin } from './periods.ts';

type Changes = Record<string, string | undefined>;

interface ReportBarProps {
  readonly reports: readonly Declared[];
  readonly report: Declared;
  readonly choice: Choice;
  readonly calendar: Calendar;
  readonly onChange: (changes: Changes) => void;
}

const NO_DAYS = { from: undefined, to: undefined };

/** Which report, and of which days. */
export function ReportBar(props: ReportBarProps) {
  const { reports, report, onChange } = props;
  const w = words.reports;
  return (
    <search className={bar.bar}>
      <Select
        size="xs"
        aria-label={w.report}
        data={byGroup(reports).map(({ group, reports: all }) => ({
          group: w.groups[group],
          items: all.map((each) => ({ value: each.name, label: reportTitle(each) })),
        }))}
        value={report.name}
        onChange={(name) => name && onChange({ report: name })}
        allowDeselect={false}
        maxDropdownHeight={420}
        className={bar.required ?? ''}
      />
      {hasDays(report) && <PeriodSelect {...props} />}
      <Parameters {...props} />
    </search>
  );
}

const CUSTOM = 'custom';

function PeriodSelect({ report, choice, calendar, onChange }: ReportBarProps) {
  const w = words.reports;
  const { from, to } = choice.values;
  return (
    <Select
      size="xs"
      aria-label={w.period}
      data={[
        ...periodsWithin(report.most_days, calendar).map((value) => ({ value, label: periodName(value, calendar) })),
        { value: CUSTOM, label: w.custom },
      ]}
      value={choice.period ?? CUSTOM}
      onChange={(value) =>
        onChange(value === CUSTOM ? { from, to, period: undefined } : { ...NO_DAYS, period: value ?? undefined })
      }
      allowDeselect={false}
      maxDropdownHeight={420}
      className={bar.wide ?? ''}
    />
  );
}

/** The days can be changed whether they were chosen by name or not. */
function Parameters({ report, choice, onChange }: ReportBarProps) {
  const change = (name: string, text: string) => {
    if (name !== 'from' && name !== 'to') return onChange({ [name]: text || undefined });
    const { from, to } = choice.values;
    return onChange(text === '' ? NO_DAYS : { from, to, [name]: text, period: undefined });
  };
  return report.parameters.map((name) => (
    <FilterField
      key={name}
      filter={{ key: name, label: words.reports[name], kind: name === 'days' || name === 'top' ? 'number' : 'day' }}
      value={choice.values[name] ?? ''}
      autoFocus={false}
      onChange={(text) => change(name, text)}
    />
  ));
}
