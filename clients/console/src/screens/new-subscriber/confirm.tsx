import { Button, Group, Stack } from '@mantine/core';
import { isLost, sentenceOf } from '../../api/faults.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PreviewOf, Refusal } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';
import type { Outcome } from './use-new-subscriber.ts';

interface ConfirmProps {
  readonly outcome: Outcome;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What the new service charges, and the wallet before and after, before it is made. */
export function Confirm({ outcome, error, isPending, onConfirm, onClose }: ConfirmProps) {
  const w = words.newSubscriber;
  const wasLost = isLost(error);
  return (
    <Dialog onClose={onClose} title={w.create} size="md">
      <Stack gap="sm">
        <PreviewOf outcome={outcome} />
        {error !== null && <Refusal sentence={wasLost ? words.common.lost : sentenceOf(error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button loading={isPending} onClick={onConfirm} data-autofocus>
            {wasLost ? words.preview.again : w.create}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
