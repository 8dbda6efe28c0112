import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/queries.ts';
import { SERVICES } from '../../ui/choices.ts';
import { Answer } from '../../ui/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { words } from '../../words/words.ts';
import { Message } from './message.tsx';

interface NoticePreviewProps {
  readonly id: number;
  readonly channel: string;
  readonly isWritable: boolean;
}

/** What a subscriber would get of a notice; and sending that to an address, to see it arrive. */
export function NoticePreview({ id, channel, isWritable }: NoticePreviewProps) {
  const w = words.notices;
  const [serviceid, setService] = useState('');
  const [isSending, setSending] = useState(false);
  const preview = useQuery({
    ...ask('notice.preview', { id, serviceid: Number(serviceid) }),
    enabled: serviceid !== '',
  });
  return (
    <Stack gap="sm">
      <Text component="h3" fw={600}>
        {w.preview}
      </Text>
      <SearchSelect source={SERVICES} label={w.subscriber} value={serviceid} onChange={setService} />
      {serviceid !== '' && <Answer of={preview}>{(answer) => <Message of={answer} />}</Answer>}
      {isWritable && serviceid !== '' && (
        <Group>
          <Button variant="default" leftSection={<Icon name="mail" size={16} />} onClick={() => setSending(true)}>
            {w.send}
          </Button>
        </Group>
      )}
      {isSending && (
        <FormDialog
          path="notice.test"
          title={w.sendTitle}
          lead={w.sendLead}
          fixed={{ id, serviceid: Number(serviceid) }}
          fields={[{ name: 'to', initial: channel === 'email' ? '' : (preview.data?.address ?? '') }]}
          confirm={w.send}
          onClose={() => setSending(false)}
        />
      )}
    </Stack>
  );
}
