import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Row } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { Answer } from '../../ui/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { Icon } from '../../ui/icons.tsx';
import { fullInstant, instant } from '../../ui/instant.ts';
import { Card } from '../../ui/screen.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { Lines } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import classes from './subscriber.module.css';

type Note = Row<'note.list'>;

/** As many as an agent reads while somebody waits; the timeline has the rest. */
const SHOWN = 10;
const MAX_ROWS = 100;
const NOTE_FIELDS: readonly FieldSpec[] = [{ name: 'text', wide: true }, 'visibility', 'pinned'];

/** What the staff notes about the customer, of any of their services: pinned notes first, then the newest. */
export function NotesCard({ subscriber }: { subscriber: SubscriberRecord }) {
  const may = useMay();
  return may('note.read') ? <Notes subscriber={subscriber} /> : null;
}

function Notes({ subscriber: { service } }: { subscriber: SubscriberRecord }) {
  const w = words.noteCard;
  const isWritable = useMay()('note.write');
  const { reseller } = useMe();
  const { customerid, serviceid } = service;
  const [isAdding, setAdding] = useState(false);
  const [editing, setEditing] = useState<Note>();
  const [removing, setRemoving] = useState<Note>();
  const newest = { customerid, sort_field: 'id', sort_order: 'desc' } as const;
  const pinned = useQuery(askRows('note.list', { ...newest, pinned: true, rows_limit: MAX_ROWS }));
  const others = useQuery(askRows('note.list', { ...newest, pinned: false, rows_limit: SHOWN }));
  const add = (
    <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
      {w.add}
    </Button>
  );
  return (
    <Card title={w.title} actions={isWritable && add}>
      <Answer of={{ ...others, data: others.data && pinned.data && [...pinned.data, ...others.data] }} lines={2}>
        {(notes) => (
          <Stack gap="sm">
            {notes.length === 0 && <Text c="dimmed">{w.none}</Text>}
            {notes.map((note) => (
              <NoteText
                key={note.id}
                note={note}
                isWritable={isWritable && (reseller === null || reseller.resellerid === note.keeperid)}
                onEdit={() => setEditing(note)}
                onRemove={() => setRemoving(note)}
              />
            ))}
          </Stack>
        )}
      </Answer>
      {isAdding && (
        <FormDialog
          path="note.create"
          title={w.add}
          fixed={{ customerid, serviceid }}
          fields={NOTE_FIELDS}
          onClose={() => setAdding(false)}
        />
      )}
      {editing && (
        <FormDialog
          path="note.update"
          title={w.editTitle}
          stored={editing}
          fixed={{ id: editing.id }}
          fields={NOTE_FIELDS}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && (
        <AskDialog
          path="note.delete"
          input={{ id: removing.id }}
          title={w.removeTitle}
          lead={w.removeLead}
          confirm={w.remove}
          isFinal
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Card>
  );
}

interface NoteTextProps {
  readonly note: Note;
  /** A reseller only reads what its ISP shares with it. */
  readonly isWritable: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function NoteText({ note, isWritable, onEdit, onRemove }: NoteTextProps) {
  const w = words.noteCard;
  const { id, text, pinned, visibility, created_at: at, created_by: by } = note;
  const pin = useChange('note.update');
  return (
    <article className={classes.note} data-pinned={pinned || undefined}>
      <Lines>{text}</Lines>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed" title={fullInstant(at)}>
          {[by, instant(at), visibility === 'Shared' ? w.shared : ''].filter(Boolean).join(' · ')}
        </Text>
        {isWritable && (
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              aria-label={pinned ? w.unpin : w.pin}
              title={pinned ? w.unpin : w.pin}
              loading={pin.isPending}
              onClick={() => pin.mutate({ id, pinned: !pinned })}
            >
              <Icon name="pin" size={16} />
            </ActionIcon>
            <ActionIcon variant="subtle" aria-label={w.edit} title={w.edit} onClick={onEdit}>
              <Icon name="pencil" size={16} />
            </ActionIcon>
            <ActionIcon variant="subtle" aria-label={w.remove} title={w.remove} onClick={onRemove}>
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        )}
      </Group>
    </article>
  );
}
