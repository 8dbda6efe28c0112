import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useChange } from '../api/change.ts';
import type { Input, Path } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { words } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { Refusal } from './preview.tsx';

interface AskDialogProps<P extends Path> {
  readonly path: P;
  readonly input: Input<P>;
  readonly title: string;
  readonly lead: string;
  readonly confirm: string;
  /** What is gone cannot be brought back. */
  readonly isFinal?: boolean;
  readonly onClose: () => void;
  /** Instead of `onClose`, after the change. */
  readonly onDone?: () => void;
}

/** Asks before a change that moves neither money nor days. */
export function AskDialog<P extends Path>(props: AskDialogProps<P>) {
  const { path, input, title, lead, confirm, isFinal, onClose, onDone } = props;
  const change = useChange(path);
  const carryOut = () =>
    change.mutate(input, {
      onSuccess: () => {
        notifications.show({ message: words.preview.done, color: 'green' });
        (onDone ?? onClose)();
      },
    });
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack gap="sm">
        <Text>{lead}</Text>
        {change.error && <Refusal sentence={sentenceOf(change.error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button loading={change.isPending} onClick={carryOut} data-autofocus {...(isFinal ? { color: 'red' } : {})}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
