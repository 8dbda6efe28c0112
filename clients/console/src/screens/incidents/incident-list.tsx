import { choiceWord, wordedChoice } from '../../ui/choice-word.ts';
import type { Column } from '../../ui/columns.tsx';
import type { Filter } from '../../ui/filters.ts';
import { instant } from '../../ui/instant.ts';
import type { ListSpec } from '../../ui/list-screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Strong } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { type Incident, LOOKS } from './moves.ts';

export const statusOf = ({ status }: Pick<Incident, 'status'>) => (
  <Status of={LOOKS[status]} label={words.incidents.statuses[status]} />
);

/** A suggestion concerns none yet; its button says how many it will. */
const concernedBy = ({ status, services }: Incident, format: (services: number) => string) =>
  status !== 'Suggested' && format(services);

function columns(): Column<Incident>[] {
  const { incidents: w, fields } = words;
  return [
    {
      ...{ key: 'title', title: w.what, width: 190, grow: 2, rank: 0 },
      cell: ({ title }) => <Strong>{title}</Strong>,
    },
    { key: 'kind', title: fields.kind, width: 120, rank: 2, cell: ({ kind }) => choiceWord(kind) },
    { key: 'status', title: fields.status, width: 150, rank: 0, cell: statusOf },
    { key: 'services', title: w.services, width: 90, end: true, rank: 1, cell: (row) => concernedBy(row, count) },
    {
      ...{ key: 'starts_at', title: fields.starts_at, width: 150, rank: 1, sort: 'starts_at' },
      cell: ({ starts_at }) => instant(starts_at),
    },
    {
      ...{ key: 'expected_at', title: fields.expected_at, width: 150, rank: 3 },
      cell: ({ expected_at, ended_at }) => !ended_at && expected_at && instant(expected_at),
    },
    {
      ...{ key: 'ended_at', title: fields.ended_at, width: 150, rank: 4 },
      cell: ({ ended_at }) => ended_at && instant(ended_at),
    },
  ];
}

function filters(): Filter[] {
  const { incidents: w, fields } = words;
  const statuses = Object.entries(w.statuses).map(([value, label]) => ({ value, label }));
  return [
    { key: 'running', label: w.running, kind: 'flag', pinned: true },
    { key: 'status', label: fields.status, kind: 'choice', choices: statuses, pinned: true },
    {
      ...{ key: 'kind', label: fields.kind, kind: 'choice' },
      choices: ['Outage', 'Degraded', 'Maintenance'].map(wordedChoice),
    },
  ];
}

export function incidentList(): ListSpec<Incident> {
  const w = words.incidents;
  return {
    title: w.title,
    path: 'incident.list',
    keyOf: ({ id }) => id,
    sort: 'starts_at',
    order: 'desc',
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: columns(),
    narrow: (row) => ({
      title: row.title,
      detail: `${choiceWord(row.kind)} · ${instant(row.starts_at)}`,
      end: statusOf(row),
      endDetail: concernedBy(row, words.dashboard.services),
    }),
    filters: filters(),
  };
}
