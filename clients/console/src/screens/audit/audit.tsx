import { Code, Drawer, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { fullInstant, instant } from '../../ui/instant.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Mono, Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Event = Row<'audit.list'>;
type Change = Event['changes'][number];

function auditList(): ListSpec<Event> {
  const w = words.audit;
  return {
    title: w.title,
    path: 'audit.list',
    keyOf: ({ id }) => id,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      { key: 'at', title: w.at, width: 130, rank: 0, cell: ({ at }) => instant(at) },
      { key: 'user', title: w.user, width: 140, rank: 0, cell: ({ username }) => <Strong>{username}</Strong> },
      {
        key: 'procedure',
        title: w.procedure,
        width: 170,
        grow: 1.2,
        rank: 0,
        cell: ({ procedure }) => <Mono>{procedure}</Mono>,
      },
      { key: 'target', title: w.target, width: 150, rank: 2, cell: ({ target }) => target },
      { key: 'changes', title: w.changes, width: 90, end: true, rank: 1, cell: ({ changes_count }) => changes_count },
      {
        key: 'address',
        title: w.address,
        width: 130,
        rank: 3,
        cell: ({ address }) => address && <Mono>{address}</Mono>,
      },
    ],
    narrow: (row) => ({ title: row.procedure, detail: row.target, end: row.username, endDetail: instant(row.at) }),
    filters: [
      { key: 'user', label: w.user, kind: 'text', pinned: true },
      { key: 'procedure', label: w.procedure, kind: 'text', pinned: true },
      { key: 'target', label: w.target, kind: 'text' },
      { key: 'date_from', label: w.from, kind: 'day', pinned: true },
      { key: 'date_upto', label: w.upto, kind: 'day' },
    ],
  };
}

/** Who changed what. */
export function Audit() {
  const [event, setEvent] = useState<Event>();
  return (
    <ListScreen spec={auditList()} onOpen={setEvent}>
      <Drawer
        opened={event !== undefined}
        onClose={() => setEvent(undefined)}
        position="right"
        size={620}
        title={event?.procedure}
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        {event && <Details event={event} />}
      </Drawer>
    </ListScreen>
  );
}

function Details({ event }: { event: Event }) {
  const w = words.audit;
  return (
    <Stack>
      <Text c="dimmed">
        {fullInstant(event.at)} · {event.username} · {event.address}
      </Text>
      {event.input && (
        <>
          <Title order={3}>{w.input}</Title>
          <Code block>{JSON.stringify(event.input, null, 2)}</Code>
        </>
      )}
      {event.changes.map((change) => (
        <ChangedRow key={`${change.table} ${change.row} ${change.operation}`} change={change} />
      ))}
    </Stack>
  );
}

function ChangedRow({ change: { table, row, operation, before, after } }: { change: Change }) {
  const w = words.audit;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <section>
      <Title order={3}>
        {operation} {table} {row}
      </Title>
      <PlainTable
        label={`${table} ${row}`}
        rows={fields}
        keyOf={(field) => field}
        columns={[
          { title: w.field, cell: (field) => field },
          { title: w.before, cell: (field) => shown(before?.[field]) },
          { title: w.after, cell: (field) => shown(after?.[field]) },
        ]}
      />
    </section>
  );
}

const shown = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
