import { LIVE_MS } from '../../api/queries.ts';
import { type Alert, alertSentence } from '../../ui/alerts.ts';
import { NASES } from '../../ui/choices.ts';
import type { Column } from '../../ui/columns.tsx';
import type { Filter } from '../../ui/filters.ts';
import { ago, instant } from '../../ui/instant.ts';
import type { ListSpec } from '../../ui/list-screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

const LOOKS = { open: 'Overdue', acked: 'Open', muted: 'Suspend', closed: 'Paid' } as const;

export function stateOf({ closed_at, acked_at, muted_upto }: Alert): keyof typeof LOOKS {
  if (closed_at) return 'closed';
  if (muted_upto && muted_upto > new Date()) return 'muted';
  return acked_at ? 'acked' : 'open';
}

export function AlertState({ of }: { of: Alert }) {
  const state = stateOf(of);
  return <Status of={LOOKS[state]} label={words.alerts.states[state]} />;
}

function columns(): Column<Alert>[] {
  const w = words.alerts;
  return [
    {
      ...{ key: 'what', title: w.what, width: 320, grow: 3, rank: 0 },
      cell: (row) => <Strong>{alertSentence(row)}</Strong>,
    },
    { key: 'kind', title: w.kind, width: 150, rank: 2, cell: ({ kind }) => w.kinds[kind] },
    { key: 'opened_at', title: w.opened, width: 130, rank: 0, cell: ({ opened_at }) => instant(opened_at) },
    { key: 'state', title: w.state, width: 130, rank: 1, cell: (row) => <AlertState of={row} /> },
    {
      ...{ key: 'closed_at', title: w.closed, width: 130, rank: 3 },
      cell: ({ closed_at }) => closed_at && instant(closed_at),
    },
  ];
}

function filters(): Filter[] {
  const w = words.alerts;
  const kinds = Object.entries(w.kinds).map(([value, label]) => ({ value, label }));
  return [
    { key: 'open', label: w.open, kind: 'flag', pinned: true },
    { key: 'acked', label: w.acked, kind: 'flag', pinned: true },
    { key: 'kind', label: w.kind, kind: 'choice', choices: kinds, pinned: true },
    { key: 'nasid', label: w.nas, kind: 'number', source: NASES, pinned: true },
  ];
}

export function alertList(): ListSpec<Alert> {
  const w = words.alerts;
  return {
    title: w.title,
    path: 'alert.list',
    keyOf: ({ id }) => id,
    refresh: LIVE_MS,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: columns(),
    narrow: (row) => ({
      title: alertSentence(row),
      detail: `${w.kinds[row.kind]} · ${ago(row.opened_at)}`,
      end: <AlertState of={row} />,
    }),
    filters: filters(),
  };
}
