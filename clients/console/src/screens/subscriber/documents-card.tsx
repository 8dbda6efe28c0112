import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { DocumentButton } from '../../ui/document-button.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { fullInstant, instant } from '../../ui/instant.ts';
import { Card } from '../../ui/screen.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { PAPERS, UploadDialog } from '../../ui/upload-dialog.tsx';
import { megabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Paper = Row<'file.list'>;

const MAX_ROWS = 100;

/** Papers and photos of the customer, of any of their services and tickets, newest first. */
export function DocumentsCard({ subscriber }: { subscriber: SubscriberRecord }) {
  const may = useMay();
  return may('note.read') ? <Documents subscriber={subscriber} /> : null;
}

function Documents({ subscriber: { service } }: { subscriber: SubscriberRecord }) {
  const w = words.documents;
  const { customerid } = service;
  const isWritable = useMay()('file.write');
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Paper>();
  const papers = useQuery(
    askRows('file.list', { customerid, sort_field: 'id', sort_order: 'desc', rows_limit: MAX_ROWS }),
  );
  const add = (
    <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
      {w.add}
    </Button>
  );
  return (
    <Card title={w.title} actions={isWritable && add}>
      <Answer of={papers} lines={2}>
        {(found) => (
          <Stack gap="xs">
            {found.length === 0 && <Text c="dimmed">{w.none}</Text>}
            {found.map((paper) => (
              <PaperLine key={paper.id} paper={paper} isWritable={isWritable} onRemove={() => setRemoving(paper)} />
            ))}
          </Stack>
        )}
      </Answer>
      {isAdding && <UploadDialog about={{ customerid }} kinds={PAPERS} onClose={() => setAdding(false)} />}
      {removing && (
        <AskDialog
          path="file.delete"
          input={{ id: removing.id }}
          title={w.removeTitle(removing.name)}
          lead={w.removeLead}
          confirm={w.remove}
          isFinal
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Card>
  );
}

interface PaperLineProps {
  readonly paper: Paper;
  readonly isWritable: boolean;
  readonly onRemove: () => void;
}

function PaperLine({ paper, isWritable, onRemove }: PaperLineProps) {
  const w = words.documents;
  const { name, kind, size, created_at: at, created_by: by } = paper;
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <div>
        <Text>{name}</Text>
        <Text size="xs" c="dimmed" title={fullInstant(at)}>
          {[w.kinds[kind], megabytes(size / 1024 / 1024), by, instant(at)].join(' · ')}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <DocumentButton paper={paper} />
        {isWritable && (
          <ActionIcon variant="subtle" aria-label={w.removeOf(name)} title={w.remove} onClick={onRemove}>
            <Icon name="trash" size={16} />
          </ActionIcon>
        )}
      </Group>
    </Group>
  );
}
