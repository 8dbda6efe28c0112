import type { Row } from '../../api/client.ts';
import { useLocations } from '../../ui/choices.ts';
import { day } from '../../ui/day.ts';
import type { Choice, FieldSpec } from '../../ui/form-fields.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { placeOf, WEEKDAYS } from './places.ts';

type Calendar = Row<'ticket.calendar_list'>;

function dayFields(): FieldSpec[] {
  const w = words.ticketSettings;
  const hours = WEEKDAYS.map((name, at) => ({
    ...{ name, label: words.choices[name] },
    ...(at === 0 ? { section: w.intervals } : {}),
  }));
  return [...hours, { name: 'holidays', wide: true, hint: w.holidaysHint }];
}

/** Hours that several days in turn have are said once: `Mon–Fri 09:00-18:00`. */
function weekOf(calendar: Calendar): string {
  const parts: { from: string; upto: string; hours: string }[] = [];
  for (const name of WEEKDAYS) {
    const hours = calendar[name].join(', ');
    const last = parts.at(-1);
    const word = words.ticketSettings.shortDays[name];
    if (last?.hours === hours) last.upto = word;
    else parts.push({ from: word, upto: word, hours });
  }
  return parts
    .filter(({ hours }) => hours !== '')
    .map(({ from, upto, hours }) => `${from === upto ? from : `${from}–${upto}`} ${hours}`)
    .join('; ');
}

function workingHours(locations: readonly Choice[]): RecordSpec<Calendar> {
  const w = words.ticketSettings;
  const nameOf = (row: Calendar) => placeOf(row, locations, w.wholeIsp);
  return {
    write: 'ticket.manage',
    name: nameOf,
    facts: (row) => [
      ...WEEKDAYS.map((name) => [words.choices[name], row[name].join(', ') || w.closed] as const),
      [words.fields.holidays, row.holidays.map(day).join(', ')],
    ],
    add: {
      path: 'ticket.calendar_set',
      title: w.addHours,
      fields: () => [{ name: 'location_code', choices: locations, hint: w.wholeIspHint, wide: true }, ...dayFields()],
    },
    edit: {
      path: 'ticket.calendar_set',
      title: w.editHours,
      fields: dayFields,
      whole: ({ location_code }) => (location_code === null ? {} : { location_code }),
    },
    remove: { path: 'ticket.calendar_delete', title: w.removeHours, lead: w.removeHoursLead },
    list: {
      title: words.shell.screens.workingHours,
      path: 'ticket.calendar_list',
      keyOf: ({ id }) => id,
      empty: { title: w.noHours, hint: w.noHoursHint },
      columns: [
        {
          key: 'place',
          title: words.fields.location_code,
          width: 150,
          rank: 0,
          cell: (row) => <Strong>{nameOf(row)}</Strong>,
        },
        { key: 'week', title: w.week, width: 220, grow: 3, rank: 0, cell: weekOf },
        {
          key: 'holidays',
          title: words.fields.holidays,
          width: 110,
          end: true,
          rank: 1,
          cell: (row) => row.holidays.length,
        },
      ],
      narrow: (row) => ({ title: nameOf(row), detail: weekOf(row) }),
      filters: [],
    },
  };
}

/** When the staff works, which deadlines are counted by. */
export function WorkingHours() {
  return <RecordScreen spec={workingHours(useLocations())} />;
}
