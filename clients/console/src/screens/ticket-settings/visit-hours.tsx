import type { Row } from '../../api/client.ts';
import { useMe } from '../../api/session.ts';
import { useLocations } from '../../ui/choices.ts';
import type { Choice, FieldSpec } from '../../ui/form-fields.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { placeOf, WEEKDAYS } from './places.ts';

type Slot = Row<'visit.slot_list'>;

const AFTER = (): FieldSpec[] => [{ name: 'weekdays', hint: words.ticketSettings.weekdaysHint }, 'capacity'];

function daysOf({ weekdays }: Slot): string {
  const w = words.ticketSettings;
  return weekdays.length === WEEKDAYS.length ? w.everyDay : weekdays.map((name) => w.shortDays[name]).join(', ');
}

/** Staff that is limited to locations sets the hours of those only. */
function visitHours(locations: readonly Choice[], isLimited: boolean): RecordSpec<Slot> {
  const w = words.ticketSettings;
  const nameOf = (row: Slot) => placeOf(row, locations, w.otherLocations);
  const where = {
    name: 'location_code',
    choices: locations,
    ...(isLimited ? { required: true } : { hint: w.everywhereHint }),
  };
  return {
    write: 'visit.write',
    name: (row) => `${nameOf(row)} · ${row.hours}`,
    facts: (row) => [
      [w.weekdays, daysOf(row)],
      [words.fields.capacity, row.capacity],
    ],
    add: {
      path: 'visit.slot_set',
      title: w.addVisitHours,
      fields: () => [{ name: 'hours', hint: w.hoursHint }, where, ...AFTER()],
    },
    edit: {
      path: 'visit.slot_set',
      title: w.editVisitHours,
      fields: AFTER,
      whole: ({ location_code, hours, resellerid }) => ({
        ...{ hours, resellerid },
        ...(location_code === null ? {} : { location_code }),
      }),
    },
    remove: { path: 'visit.slot_delete', title: w.removeVisitHours, lead: w.removeVisitHoursLead },
    list: {
      title: words.shell.screens.visitHours,
      path: 'visit.slot_list',
      keyOf: ({ id }) => id,
      empty: { title: w.noVisitHours, hint: w.noVisitHoursHint },
      columns: [
        { key: 'hours', title: words.fields.hours, width: 120, rank: 0, cell: ({ hours }) => <Strong>{hours}</Strong> },
        { key: 'place', title: words.fields.location_code, width: 150, grow: 2, rank: 0, cell: nameOf },
        { key: 'weekdays', title: w.weekdays, width: 150, grow: 2, rank: 1, cell: daysOf },
        {
          key: 'capacity',
          title: words.fields.capacity,
          width: 110,
          end: true,
          rank: 0,
          cell: ({ capacity }) => capacity,
        },
      ],
      narrow: (row) => ({ title: row.hours, detail: nameOf(row), end: row.capacity, endDetail: daysOf(row) }),
      filters: [],
    },
  };
}

/** How many visits can be booked, where and when. */
export function VisitHours() {
  const { restricted } = useMe();
  return <RecordScreen spec={visitHours(useLocations(), restricted)} />;
}
