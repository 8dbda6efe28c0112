import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useChange } from '../../api/change.ts';
import type { Input } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { Refusal } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';

type Simple = 'session.disconnect' | 'service.mac_unbind';

interface SimpleDialogProps<P extends Simple> {
  readonly path: P;
  readonly input: Input<P>;
  readonly title: string;
  readonly lead: string;
  readonly confirm: string;
  readonly onClose: () => void;
}

/** Asks before a change that moves neither money nor days. */
export function SimpleDialog<P extends Simple>({ path, input, title, lead, confirm, onClose }: SimpleDialogProps<P>) {
  const change = useChange(path);
  const carryOut = () =>
    change.mutate(input, {
      onSuccess: () => {
        notifications.show({ message: words.preview.done, color: 'green' });
        onClose();
      },
    });
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="sm">
        <Text>{lead}</Text>
        {change.error && <Refusal sentence={sentenceOf(change.error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button loading={change.isPending} onClick={carryOut} data-autofocus>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
