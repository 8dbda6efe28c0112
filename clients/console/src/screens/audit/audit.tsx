import { Badge } from '@mantine/core';
import { useState } from 'react';
import { SERVICES, USERS } from '../../ui/choices.ts';
import type { Column } from '../../ui/columns.tsx';
import type { Filter } from '../../ui/filters.ts';
import { instant } from '../../ui/instant.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { Mono, Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { doneBy } from './done-by.ts';
import { type Event, targetOf } from './event.ts';
import { EventDrawer } from './event-drawer.tsx';
import { TargetLink } from './target-link.tsx';

function auditList(): ListSpec<Event> {
  const { title, emptyTitle, emptyHint } = words.audit;
  return {
    title,
    path: 'audit.list',
    keyOf: ({ id }) => id,
    empty: { title: emptyTitle, hint: emptyHint },
    columns: columns(),
    narrow: (row) => ({
      title: <Done event={row} />,
      detail: targetOf(row).name,
      end: row.username,
      endDetail: instant(row.at),
    }),
    filters: filters(),
  };
}

function columns(): Column<Event>[] {
  const w = words.audit;
  return [
    { key: 'at', title: w.at, width: 130, rank: 0, cell: ({ at }) => instant(at) },
    {
      key: 'user',
      title: w.user,
      width: 140,
      rank: 0,
      fields: ['username'],
      cell: ({ username }) => <Strong>{username}</Strong>,
    },
    {
      key: 'procedure',
      title: w.procedure,
      width: 220,
      grow: 1.4,
      rank: 0,
      fields: ['procedure', 'preview'],
      cell: (row) => <Done event={row} />,
    },
    {
      key: 'target',
      title: w.target,
      width: 170,
      grow: 1.2,
      rank: 1,
      fields: ['target', 'target_name'],
      cell: (row) => <TargetLink event={row} />,
    },
    {
      key: 'changes',
      title: w.changes,
      width: 90,
      end: true,
      rank: 2,
      fields: ['changes_count'],
      cell: ({ changes_count }) => changes_count,
    },
    { key: 'address', title: w.address, width: 130, rank: 3, cell: ({ address }) => address && <Mono>{address}</Mono> },
  ];
}

function filters(): Filter[] {
  const w = words.audit;
  return [
    { key: 'user', label: w.user, kind: 'text', pinned: true, source: USERS },
    { key: 'serviceid', label: w.subscriber, kind: 'number', pinned: true, source: SERVICES },
    { key: 'date_from', label: w.from, kind: 'day', pinned: true },
    { key: 'date_upto', label: w.upto, kind: 'day', pinned: true },
    {
      key: 'previews',
      label: w.previews,
      kind: 'choice',
      pinned: true,
      choices: [
        { value: 'with', label: w.withPreviews },
        { value: 'only', label: w.onlyPreviews },
      ],
      unset: { preview: false },
      toInput: (text) => (text === 'only' ? { preview: true } : {}),
    },
    { key: 'procedure', label: w.call, kind: 'text' },
    { key: 'target', label: w.targetText, kind: 'text' },
  ];
}

/** What was done; or only asked, which changed nothing. */
function Done({ event }: { event: Event }) {
  return (
    <>
      {doneBy(event)}{' '}
      {event.preview && (
        <Badge size="sm" color="gray">
          {words.audit.preview}
        </Badge>
      )}
    </>
  );
}

/** Who changed what. Previews are left out unless they are asked for. */
export function Audit() {
  const [event, setEvent] = useState<Event>();
  return (
    <ListScreen spec={auditList()} onOpen={setEvent}>
      {event && <EventDrawer event={event} onClose={() => setEvent(undefined)} />}
    </ListScreen>
  );
}
