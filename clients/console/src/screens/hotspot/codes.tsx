import type { Row } from '../../api/client.ts';
import { instant } from '../../ui/instant.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Code = Row<'hotspot.code_list'>;

const LOOKS = { New: 'NewRequest', Used: 'Active', Void: 'Cancelled', Expired: 'Suspend' } as const;

const status = ({ status: of }: Code) => <Status of={LOOKS[of]} label={words.hotspot.statuses[of]} />;
const name = ({ batchid, serial }: Code) => `${batchid} · ${serial}`;

function codes(): ListSpec<Code> {
  const w = words.hotspot;
  const statuses = Object.entries(w.statuses).map(([value, label]) => ({ value, label }));
  return {
    title: w.codes,
    path: 'hotspot.code_list',
    keyOf: ({ id }) => id,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      { key: 'name', title: w.code, width: 130, rank: 0, cell: (row) => <Strong>{name(row)}</Strong> },
      { key: 'status', title: w.status, width: 130, rank: 0, cell: status },
      { key: 'username', title: w.service, width: 220, grow: 1, rank: 1, cell: ({ username }) => username },
      { key: 'used_at', title: w.usedAt, width: 140, rank: 2, cell: ({ used_at }) => used_at && instant(used_at) },
      {
        ...{ key: 'valid_until', title: w.validUntil, width: 140, rank: 1 },
        cell: ({ valid_until }) => valid_until && instant(valid_until),
      },
    ],
    narrow: (row) => ({ title: name(row), detail: row.username, end: status(row) }),
    filters: [
      { key: 'batchid', label: w.batch, kind: 'number', pinned: true },
      { key: 'status', label: w.status, kind: 'choice', choices: statuses, pinned: true },
    ],
  };
}

/** The codes, which the list names by batch and number: only printing shows them. */
export const Codes = () => <ListScreen spec={codes()} />;
