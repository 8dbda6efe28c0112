import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { DocumentButton } from '../../ui/document-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { UploadDialog } from '../../ui/upload-dialog.tsx';
import { words } from '../../words/words.ts';

const MAX_ROWS = 100;

/** Photos of a ticket, from its subscriber and from the staff. */
export function Photos({ ticketid }: { ticketid: number }) {
  const may = useMay();
  return may('note.read') ? <All ticketid={ticketid} /> : null;
}

function All({ ticketid }: { ticketid: number }) {
  const w = words.documents;
  const isWritable = useMay()('file.write');
  const [isAdding, setAdding] = useState(false);
  const photos = useQuery(askRows('file.list', { ticketid, rows_limit: MAX_ROWS }));
  return (
    <Stack gap="xs">
      {photos.data?.map((photo) => (
        <Group key={photo.id} gap="xs" wrap="nowrap">
          <DocumentButton paper={photo} />
          <Text size="sm">
            {photo.name} · {photo.created_by} · {instant(photo.created_at)}
          </Text>
        </Group>
      ))}
      {isWritable && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setAdding(true)}
          >
            {w.addPhoto}
          </Button>
        </Group>
      )}
      {isAdding && <UploadDialog about={{ ticketid }} kinds={['Ticket']} onClose={() => setAdding(false)} />}
    </Stack>
  );
}
