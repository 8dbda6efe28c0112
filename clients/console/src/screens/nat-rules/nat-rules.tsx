import type { Row } from '../../api/client.ts';
import { NASES } from '../../ui/choices.ts';
import { instant } from '../../ui/instant.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Dim, Mono, Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type NatRule = Row<'nas.nat_list'>;

const range = (from: string, upto: string) => (from === upto ? from : `${from} – ${upto}`);
const inside = ({ inside_from, inside_upto }: NatRule) => <Mono>{range(inside_from, inside_upto)}</Mono>;
const outside = ({ public_from, public_upto }: NatRule) => <Mono>{range(public_from, public_upto)}</Mono>;
const until = ({ valid_upto }: NatRule) => (valid_upto ? instant(valid_upto) : <Dim>{words.nat.inForce}</Dim>);

const ADDRESSES = ['inside_from', 'inside_upto', 'public_from', 'public_upto', 'ports', 'first_port', 'last_port'];

function natRules(): RecordSpec<NatRule> {
  const w = words.nat;
  return {
    write: 'nas.write',
    name: ({ nasname, inside_from }) => `${nasname} · ${inside_from}`,
    facts: (row) => [
      [w.nas, row.nasname],
      [w.inside, inside(row)],
      [w.public, outside(row)],
      [w.ports, String(row.ports)],
      [w.portRange, `${row.first_port} – ${row.last_port}`],
      [w.from, instant(row.valid_from)],
      [w.upto, until(row)],
      [w.notes, row.notes],
    ],
    add: {
      path: 'nas.nat_create',
      title: w.add,
      fields: () => [{ name: 'nasid', source: NASES }, ...ADDRESSES, 'valid_from', 'valid_upto', 'notes'],
    },
    edit: { path: 'nas.nat_update', title: w.edit, fields: () => ['valid_upto', 'notes'] },
    remove: { path: 'nas.nat_delete', title: w.remove, lead: w.removeLead },
    list: {
      title: w.title,
      path: 'nas.nat_list',
      keyOf: ({ id }) => id,
      empty: { title: w.emptyTitle, hint: w.emptyHint },
      columns: [
        { key: 'nas', title: w.nas, width: 130, rank: 0, cell: ({ nasname }) => <Strong>{nasname}</Strong> },
        { key: 'inside', title: w.inside, width: 220, grow: 1.3, rank: 0, cell: inside },
        { key: 'public', title: w.public, width: 220, grow: 1.3, rank: 1, cell: outside },
        { key: 'ports', title: w.ports, width: 100, end: true, rank: 2, cell: ({ ports }) => ports },
        { key: 'from', title: w.from, width: 130, rank: 3, cell: ({ valid_from }) => instant(valid_from) },
        { key: 'upto', title: w.upto, width: 130, rank: 1, cell: until },
      ],
      narrow: (row) => ({ title: inside(row), detail: outside(row), end: until(row), endDetail: row.nasname }),
      filters: [{ key: 'nasid', label: words.fields.nasid, kind: 'number', source: NASES, pinned: true }],
    },
  };
}

/** Which ports of public addresses inside addresses have, by deterministic NAT. */
export const NatRules = () => <RecordScreen spec={natRules()} />;
