import type { Row } from '../../api/client.ts';
import { LIVE_MS } from '../../api/queries.ts';
import { STAFF } from '../../ui/care-choices.ts';
import { choiceWord, wordedChoice } from '../../ui/choice-word.ts';
import type { Column } from '../../ui/columns.tsx';
import { day } from '../../ui/day.ts';
import type { Filter } from '../../ui/filters.ts';
import type { ListSpec } from '../../ui/list-screen.tsx';
import { Strong, Warn } from '../../ui/texts.tsx';
import { visitState } from '../../ui/visit-state.tsx';
import { words } from '../../words/words.ts';

export type Visit = Row<'visit.list'>;

const KINDS: readonly Visit['kind'][] = ['Survey', 'Installation', 'Repair', 'Removal', 'Other'];

export const nameOf = ({ name }: Visit): string => name ?? words.visits.stranger;

const windowOf = ({ day: on, hours }: Visit): string => `${day(on)}, ${hours}`;

/** The state, and whether the technician's phone had something to say that could not be carried out. */
const stateOf = (visit: Visit) =>
  visit.conflict === null ? visitState(visit) : <Warn>{words.visits.inConflict}</Warn>;

function columns(): Column<Visit>[] {
  const { visits: w, fields } = words;
  return [
    { key: 'starts_at', title: w.window, width: 190, rank: 0, sort: 'starts_at', cell: windowOf },
    { key: 'name', title: fields.name, width: 150, grow: 1.3, rank: 0, cell: (row) => <Strong>{nameOf(row)}</Strong> },
    { key: 'kind', title: fields.kind, width: 110, rank: 3, cell: ({ kind }) => choiceWord(kind) },
    { key: 'state', title: words.careTasks.state, width: 150, rank: 1, cell: stateOf },
    { key: 'technician', title: fields.technicianid, width: 130, rank: 2, cell: ({ technician }) => technician },
    { key: 'address', title: fields.address, width: 200, grow: 2, rank: 4, cell: ({ address }) => address },
  ];
}

function filters(maySeeStaff: boolean): Filter[] {
  const { visits: w, fields } = words;
  const choices = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([value, label]) => ({ value, label }));
  return [
    { key: 'day_from', label: w.from, kind: 'day', pinned: true },
    { key: 'day_upto', label: w.upto, kind: 'day', pinned: true },
    { key: 'state', label: words.careTasks.state, kind: 'choice', choices: choices(w.states), pinned: true },
    { key: 'in_conflict', label: w.inConflict, kind: 'flag', pinned: true },
    ...(maySeeStaff
      ? [{ key: 'technicianid', label: fields.technicianid, kind: 'number', source: STAFF } as const]
      : []),
    { key: 'kind', label: fields.kind, kind: 'choice', choices: KINDS.map(wordedChoice) },
    { key: 'location_code', label: fields.location_code, kind: 'text' },
  ];
}

export function visitList(maySeeStaff: boolean): ListSpec<Visit> {
  return {
    title: words.shell.screens.visits,
    path: 'visit.list',
    keyOf: ({ id }) => id,
    sort: 'starts_at',
    order: 'desc',
    refresh: LIVE_MS,
    columns: columns(),
    narrow: (row) => ({
      title: nameOf(row),
      detail: [choiceWord(row.kind), row.technician].filter(Boolean).join(' · '),
      end: stateOf(row),
      endDetail: windowOf(row),
    }),
    filters: filters(maySeeStaff),
  };
}
