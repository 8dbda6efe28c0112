import { Alert, Code, Text, Title } from '@mantine/core';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { fullInstant } from '../../ui/instant.ts';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Mono } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { doneBy } from './done-by.ts';
import type { Event } from './event.ts';
import { TargetLink } from './target-link.tsx';

type Change = Event['changes'][number];

/** One event: who did what to which record, and each row that it changed. */
export function EventDrawer({ event, onClose }: { event: Event; onClose: () => void }) {
  const w = words.audit;
  return (
    <DetailsDrawer title={doneBy(event)} onClose={onClose}>
      <Text c="dimmed">
        {fullInstant(event.at)} · {event.username} · {event.address}
      </Text>
      {event.preview && <Alert>{w.previewHint}</Alert>}
      <Facts
        facts={[
          [w.target, event.target && <TargetLink event={event} />],
          [w.call, <Mono key="call">{event.procedure}</Mono>],
        ]}
      />
      {event.input && (
        <>
          <Title order={3}>{w.input}</Title>
          <Code block>{JSON.stringify(event.input, null, 2)}</Code>
        </>
      )}
      {event.changes.map((change) => (
        <ChangedRow key={`${change.table} ${change.row} ${change.operation}`} change={change} />
      ))}
    </DetailsDrawer>
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
