import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Row } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { save, takeFile } from '../api/file.ts';
import { useMay } from '../api/session.ts';
import { words } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icons.tsx';
import { ReasonField } from './reason-field.tsx';

type Paper = Pick<Row<'file.list'>, 'id' | 'kind' | 'name'>;

/** Papers that show who somebody is, as the node knows them: each look needs a reason. */
const IDENTITY_KINDS: readonly Paper['kind'][] = ['Identity', 'Address', 'Caf'];

/** Saves a document on this device. The node sends it as a file, which the browser does not show. */
export function DocumentButton({ paper }: { paper: Paper }) {
  const w = words.documents;
  const isGuarded = IDENTITY_KINDS.includes(paper.kind);
  const mayLook = useMay()('file.identity') || !isGuarded;
  const [isAsking, setAsking] = useState(false);
  const take = useMutation({
    mutationFn: async (reason: string) =>
      save(await takeFile('file/view', { id: paper.id, ...(reason === '' ? {} : { reason }) })),
    onSuccess: () => setAsking(false),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }),
  });
  if (!mayLook) return null;
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label={w.openOf(paper.name)}
        title={w.open}
        loading={take.isPending}
        onClick={() => (isGuarded ? setAsking(true) : take.mutate(''))}
      >
        <Icon name="download" size={16} />
      </ActionIcon>
      {isAsking && (
        <WhyDialog
          name={paper.name}
          isPending={take.isPending}
          onReason={take.mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface WhyProps {
  readonly name: string;
  readonly isPending: boolean;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

function WhyDialog({ name, isPending, onReason, onClose }: WhyProps) {
  const w = words.documents;
  const [reason, setReason] = useState('');
  return (
    <Dialog onClose={onClose} title={w.openOf(name)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onReason(reason.trim());
        }}
      >
        <Stack gap="sm">
          <Text>{w.whyLead}</Text>
          <ReasonField value={reason} onChange={setReason} isFirst />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={isPending} disabled={reason.trim() === ''}>
              {w.open}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
