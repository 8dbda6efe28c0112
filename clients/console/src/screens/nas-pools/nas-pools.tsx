import type { Row } from '../../api/client.ts';
import { startingWith } from '../../ui/filters.ts';
import { instant } from '../../ui/instant.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

function nasPools(): RecordSpec<Row<'nas.ippool_list'>> {
  const w = words.nasPools;
  const fields = ['name', 'notes'];
  return {
    write: 'pool.write',
    name: ({ name }) => name,
    facts: ({ notes, created_at }) => [
      [w.notes, notes],
      [w.created, instant(created_at)],
    ],
    add: { path: 'nas.ippool_create', title: w.add, fields: () => fields },
    edit: { path: 'nas.ippool_update', title: w.edit, fields: () => fields },
    remove: { path: 'nas.ippool_delete', title: w.remove, lead: w.removeLead },
    list: {
      title: w.title,
      path: 'nas.ippool_list',
      keyOf: ({ id }) => id,
      empty: { title: w.emptyTitle, hint: w.emptyHint },
      columns: [
        { key: 'name', title: w.name, width: 160, rank: 0, cell: ({ name }) => <Strong>{name}</Strong> },
        { key: 'notes', title: w.notes, width: 220, grow: 2, rank: 0, cell: ({ notes }) => notes },
        { key: 'created', title: w.created, width: 130, rank: 1, cell: ({ created_at }) => instant(created_at) },
      ],
      narrow: ({ name, notes }) => ({ title: name, detail: notes }),
      filters: [{ key: 'name', label: w.name, kind: 'text', pinned: true, toInput: startingWith('name') }],
    },
  };
}

/** Names of pools that are configured on NASes. */
export const NasPools = () => <RecordScreen spec={nasPools()} />;
