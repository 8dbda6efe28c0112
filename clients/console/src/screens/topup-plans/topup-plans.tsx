import type { Row } from '../../api/client.ts';
import { money } from '../../ui/money.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Strong } from '../../ui/texts.tsx';
import { gigabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type TopupPlan = Row<'topupplan.list'>;

const FIELDS = ['name', 'gb', 'amt', 'type'];

const volume = ({ gb }: TopupPlan) => gigabytes(Number(gb));
const leftOver = ({ type }: TopupPlan) => words.choices[type];

function topupPlans(): RecordSpec<TopupPlan> {
  const w = words.topupPlans;
  return {
    write: 'plan.write',
    name: ({ name }) => name,
    facts: (row) => [
      [w.gb, volume(row)],
      [w.amt, money(row.amt)],
      [w.type, leftOver(row)],
    ],
    add: {
      path: 'topupplan.create',
      title: w.add,
      fields: () => ['name', 'gb', 'amt', { name: 'type', initial: 'Expiring' }],
    },
    edit: { path: 'topupplan.update', title: w.edit, fields: () => FIELDS },
    remove: { path: 'topupplan.delete', title: w.remove, lead: w.removeLead },
    list: {
      title: w.title,
      path: 'topupplan.list',
      keyOf: ({ id }) => id,
      sort: 'name',
      empty: { title: w.emptyTitle, hint: w.emptyHint },
      columns: [
        {
          ...{ key: 'name', title: w.name, width: 160, grow: 1.5, rank: 0, sort: 'name' },
          cell: ({ name }) => <Strong>{name}</Strong>,
        },
        { key: 'gb', title: w.gb, width: 110, end: true, rank: 0, sort: 'gb', cell: volume },
        { key: 'amt', title: w.amt, width: 110, end: true, rank: 0, sort: 'amt', cell: ({ amt }) => money(amt) },
        { key: 'type', title: w.type, width: 150, rank: 1, sort: 'type', cell: leftOver },
      ],
      narrow: (row) => ({ title: row.name, detail: leftOver(row), end: money(row.amt), endDetail: volume(row) }),
      filters: [{ key: 'name', label: w.name, kind: 'text', pinned: true }],
    },
  };
}

/** Extra volume at a price. */
export const TopupPlans = () => <RecordScreen spec={topupPlans()} />;
