import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { NASES, RESELLERS } from '../../ui/choices.ts';
import type { Column } from '../../ui/columns.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ago, duration } from '../../ui/instant.ts';
import { ipv6Of } from '../../ui/ipv6.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { Mono, Strong } from '../../ui/texts.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { megabytes, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Session = Row<'session.live'>;

/** Sessions on the screen are read so often. */
const REFRESH_MS = 10_000;

const customerOf = ({ customername }: Session) => customername;

/** Without `customer.read` names are empty. */
function columns(withNames: boolean): Column<Session>[] {
  const w = words.sessions;
  return [
    {
      key: 'username',
      title: w.username,
      width: 140,
      grow: 1.3,
      rank: 0,
      cell: ({ username }) => <Strong>{username}</Strong>,
    },
    ...(withNames ? [{ key: 'customer', title: w.customer, width: 140, grow: 1.3, rank: 4, cell: customerOf }] : []),
    { key: 'ip', title: w.ip, width: 126, rank: 0, cell: ({ ip }) => ip && <Mono>{ip}</Mono> },
    {
      key: 'ipv6',
      title: w.ipv6,
      width: 190,
      grow: 1.3,
      rank: 9,
      cell: (row) => ipv6Of(row) && <Mono>{ipv6Of(row)}</Mono>,
    },
    { key: 'mac', title: w.mac, width: 150, rank: 5, cell: ({ mac }) => mac && <Mono>{mac}</Mono> },
    { key: 'nas', title: w.nas, width: 130, rank: 3, cell: ({ nasname, nasip }) => nasname ?? nasip },
    {
      key: 'started',
      title: w.started,
      width: 120,
      end: true,
      rank: 1,
      sort: 'started',
      cell: ({ duration: seconds }) => duration(seconds),
    },
    { key: 'down', title: w.down, width: 90, end: true, rank: 2, cell: ({ dl_mb }) => megabytes(Number(dl_mb)) },
    { key: 'up', title: w.up, width: 90, end: true, rank: 6, cell: ({ ul_mb }) => megabytes(Number(ul_mb)) },
    { key: 'rate', title: w.rate, width: 120, end: true, rank: 7, cell: ({ dl }) => dl !== null && speed(dl) },
    { key: 'heard', title: w.heard, width: 110, end: true, rank: 8, cell: ({ updatetime }) => ago(updatetime) },
    {
      key: 'refusal',
      title: w.refusal,
      width: 190,
      grow: 1.3,
      rank: 10,
      fields: ['refused_at', 'refusal', 'advice'],
      cell: ({ refusal, advice }) => refusal && <span title={advice ?? ''}>{refusal}</span>,
    },
  ];
}

function sessionList(withNames: boolean): ListSpec<Session> {
  const w = words.sessions;
  return {
    title: w.title,
    path: 'session.live',
    keyOf: ({ id }) => id,
    sort: 'started',
    order: 'desc',
    refresh: REFRESH_MS,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: columns(withNames),
    narrow: (row) => ({
      title: row.username,
      detail: [row.ip ?? ipv6Of(row), row.nasname ?? row.nasip].filter(Boolean).join(' · '),
      end: duration(row.duration),
      endDetail: megabytes(Number(row.dl_mb)),
    }),
    filters: [
      { key: 'username', label: w.username, kind: 'text', pinned: true },
      { key: 'ip', label: w.ip, kind: 'text', pinned: true },
      { key: 'mac', label: w.mac, kind: 'text', pinned: true },
      { key: 'ip6', label: w.ipv6, kind: 'text' },
      { key: 'nasip', label: w.nasip, kind: 'text' },
      { key: 'location_code', label: words.subscribers.location, kind: 'text' },
      { key: 'resellerid', label: words.subscribers.reseller, kind: 'number', source: RESELLERS },
      { key: 'serviceid', label: words.subscribers.id, kind: 'number' },
      { key: 'nasid', label: w.nas, kind: 'number', source: NASES },
    ],
  };
}

/** From who has an address to who had it. */
function Earlier({ ip }: { ip: string }) {
  return (
    <Button
      component={Link}
      to="/sessions/trace"
      search={{ ip } as never}
      variant="default"
      leftSection={<Icon name="history" size={16} />}
    >
      {words.trace.earlier(ip)}
    </Button>
  );
}

/** Who is online. */
export function Sessions() {
  const navigate = useNavigate();
  const may = useMay();
  const [{ ip }] = useAddress();
  const [ending, setEnding] = useState<Session>();
  const open = ({ serviceid }: Session) => {
    if (serviceid !== null) void navigate({ to: `/subscribers/${serviceid}`, search: { tab: 'sessions' } as never });
  };
  const w = words.preview;
  return (
    <ListScreen
      spec={sessionList(may('customer.read'))}
      onOpen={open}
      rowKeys={may('session.disconnect') ? { d: setEnding } : {}}
      actions={ip && may('session.trace') && <Earlier ip={ip} />}
    >
      {ending && (
        <AskDialog
          path="session.disconnect"
          input={{ username: ending.username }}
          title={`${w.disconnectTitle}: ${ending.username}`}
          lead={w.disconnectLead}
          confirm={words.subscriber.actions.disconnect}
          onClose={() => setEnding(undefined)}
        />
      )}
    </ListScreen>
  );
}
