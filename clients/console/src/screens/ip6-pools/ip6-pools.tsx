import type { Row } from '../../api/client.ts';
import { wordedChoice } from '../../ui/choice-word.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Mono, Strong } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Ip6Pool = Row<'ip6pool.list'>;

const kind = (row: Ip6Pool) => words.choices[row.kind];
const prefixes = ({ prefix, length }: Ip6Pool) => <Mono>{`${prefix} → /${length}`}</Mono>;

function ip6Pools(): RecordSpec<Ip6Pool> {
  const w = words.ip6Pools;
  return {
    write: 'pool.write',
    name: ({ name }) => name,
    facts: (row) => [
      [w.prefix, <Mono key="prefix">{row.prefix}</Mono>],
      [w.length, `/${row.length}`],
      [w.kind, kind(row)],
      [w.leased, count(row.leased)],
      [w.free, count(row.free)],
    ],
    add: {
      path: 'ip6pool.create',
      title: w.add,
      fields: () => ['name', { name: 'kind', initial: 'Delegated' }, 'prefix', { name: 'length', initial: '56' }],
    },
    edit: { path: 'ip6pool.update', title: w.edit, fields: () => ['name', 'prefix'] },
    remove: { path: 'ip6pool.delete', title: w.remove, lead: w.removeLead },
    list: {
      title: w.title,
      path: 'ip6pool.list',
      keyOf: ({ id }) => id,
      empty: { title: w.emptyTitle, hint: w.emptyHint },
      columns: [
        { key: 'name', title: w.name, width: 140, rank: 0, cell: ({ name }) => <Strong>{name}</Strong> },
        { key: 'prefix', title: w.prefix, width: 230, grow: 1.4, rank: 1, cell: prefixes },
        { key: 'kind', title: w.kind, width: 220, rank: 2, cell: kind },
        { key: 'leased', title: w.leased, width: 90, end: true, rank: 0, cell: ({ leased }) => count(leased) },
        { key: 'free', title: w.free, width: 110, end: true, rank: 0, cell: ({ free }) => count(free) },
      ],
      narrow: (row) => ({ title: row.name, detail: row.prefix, end: count(row.leased), endDetail: kind(row) }),
      filters: [
        { key: 'name', label: w.name, kind: 'text', pinned: true },
        {
          ...{ key: 'kind', label: w.kind, kind: 'choice', pinned: true },
          choices: ['Framed', 'Delegated'].map(wordedChoice),
        },
      ],
    },
  };
}

/** Pools from which RADIUS gives IPv6 prefixes. */
export const Ip6Pools = () => <RecordScreen spec={ip6Pools()} />;
