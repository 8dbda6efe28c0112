import type { Row } from '../../api/client.ts';
import { instant } from '../../ui/instant.ts';
import type { ListSpec } from '../../ui/list-screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Strong } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

export type Broadcast = Row<'message.list'>;

const LOOKS: Readonly<Record<Broadcast['status'], string>> = {
  Sending: 'Open',
  Paused: 'Suspend',
  Done: 'Paid',
  Cancelled: 'Cancelled',
};

export const stateOf = ({ status }: Pick<Broadcast, 'status'>) => (
  <Status of={LOOKS[status]} label={words.broadcasts.states[status]} />
);

export function broadcastList(): ListSpec<Broadcast> {
  const w = words.broadcasts;
  return {
    title: w.title,
    path: 'message.list',
    keyOf: ({ id }) => id,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      { key: 'title', title: w.name, width: 220, grow: 1.5, rank: 0, cell: ({ title }) => <Strong>{title}</Strong> },
      { key: 'status', title: w.state, width: 130, rank: 0, cell: stateOf },
      { key: 'count', title: w.reached, width: 110, rank: 1, cell: (row) => count(row.count) },
      { key: 'type', title: w.type, width: 120, rank: 3, cell: ({ type }) => words.choices[type] },
      { key: 'audience', title: w.audience, width: 200, grow: 1, rank: 2, cell: (row) => row.audience || w.everybody },
      { key: 'created_at', title: w.begun, width: 140, rank: 1, cell: ({ created_at }) => instant(created_at) },
      { key: 'created_by', title: w.by, width: 120, rank: 4, cell: ({ created_by }) => created_by },
    ],
    narrow: (row) => ({
      title: row.title,
      detail: row.audience || w.everybody,
      end: stateOf(row),
      endDetail: instant(row.created_at),
    }),
    filters: [
      {
        ...{ key: 'status', label: w.state, kind: 'choice', pinned: true },
        choices: Object.entries(w.states).map(([value, label]) => ({ value, label })),
      },
      { key: 'created_from', label: words.messages.from, kind: 'day' },
      { key: 'created_upto', label: words.messages.upto, kind: 'day' },
    ],
  };
}
