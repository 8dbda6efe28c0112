import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { LIVE_MS } from '../../api/queries.ts';
import { useMe } from '../../api/session.ts';
import { NASES, PLANS } from '../../ui/choices.ts';
import type { Column } from '../../ui/columns.tsx';
import { type Filter, inputOf } from '../../ui/filters.ts';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { Mono, Sentence, Strong } from '../../ui/texts.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import { Compared } from './compared.tsx';
import { Counted, KINDS } from './counted.tsx';

type Reject = Row<'session.rejects'>;

/** What their kind says already. */
const SAID: readonly (string | null)[] = ['wrong password', 'unknown user'];

const detailsOf = ({ reason }: Reject) => reason && !SAID.includes(reason) && <Sentence>{reason}</Sentence>;

function columns(): Column<Reject>[] {
  const w = words.rejects;
  return [
    { key: 'at', title: w.at, width: 120, rank: 0, cell: ({ at }) => instant(at) },
    {
      key: 'username',
      title: w.username,
      width: 150,
      grow: 1.3,
      rank: 0,
      cell: ({ username }) => <Strong>{username}</Strong>,
    },
    { key: 'kind', title: w.kind, width: 170, grow: 1.3, rank: 0, cell: ({ kind }) => w.kinds[kind] },
    { key: 'reason', title: w.details, width: 230, grow: 2, rank: 3, cell: detailsOf },
    { key: 'nas', title: w.nas, width: 130, rank: 1, cell: ({ nasname, nasip }) => nasname ?? nasip },
    { key: 'mac', title: w.mac, width: 150, rank: 2, cell: ({ mac }) => mac && <Mono>{mac}</Mono> },
    { key: 'protocol', title: w.protocol, width: 110, rank: 4, extra: true, cell: ({ protocol }) => protocol },
  ];
}

/** Without a day the node shows the last 24 hours. */
const ofDay = (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? { date_from: day, date_to: day } : {});

function filters(): Filter[] {
  const w = words.rejects;
  const kinds = KINDS.map((value) => ({ value, label: w.kinds[value] }));
  return [
    { key: 'username', label: w.username, kind: 'text', pinned: true },
    { key: 'kind', label: w.kind, kind: 'choice', choices: kinds, pinned: true },
    { key: 'nasid', label: w.nas, kind: 'number', source: NASES, pinned: true },
    { key: 'day', label: w.day, kind: 'day', toInput: ofDay, pinned: true },
    { key: 'mac', label: w.mac, kind: 'text' },
    { key: 'planid', label: w.by.plan, kind: 'number', source: PLANS },
    { key: 'location_code', label: w.by.location, kind: 'text' },
  ];
}

function rejectList(): ListSpec<Reject> {
  const w = words.rejects;
  return {
    title: w.title,
    path: 'session.rejects',
    keyOf: ({ id }) => id,
    refresh: LIVE_MS,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: columns(),
    narrow: (row) => ({
      title: row.username,
      detail: `${w.kinds[row.kind]} · ${row.nasname ?? row.nasip}`,
      end: instant(row.at),
      endDetail: row.mac && <Mono>{row.mac}</Mono>,
    }),
    filters: filters(),
  };
}

/** Log-ins that were refused, of all subscribers and of names that nobody has. */
export function Rejects() {
  const navigate = useNavigate();
  const [address, set] = useAddress();
  const { isp } = useMe();
  const [isComparing, setComparing] = useState(false);
  const spec = rejectList();
  const open = ({ serviceid }: Reject) => {
    if (serviceid !== null) void navigate({ to: `/subscribers/${serviceid}` });
  };
  return (
    <ListScreen
      spec={spec}
      onOpen={open}
      actions={
        isp && (
          <Button variant="default" leftSection={<Icon name="chart" size={16} />} onClick={() => setComparing(true)}>
            {words.rejects.compare}
          </Button>
        )
      }
      above={<Counted of={inputOf(spec.filters, address)} chosen={address.kind} onChoose={(kind) => set({ kind })} />}
    >
      {isComparing && (
        <Compared
          onClose={() => setComparing(false)}
          onChoose={(filters) => {
            setComparing(false);
            set(filters);
          }}
        />
      )}
    </ListScreen>
  );
}
