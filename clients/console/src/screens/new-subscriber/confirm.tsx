import { Button, Group, Stack } from '@mantine/core';
import { ChangeFault } from '../../ui/change-fault.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PreviewOf } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';
import type { Outcome } from './use-new-subscriber.ts';

interface ConfirmProps {
  readonly outcome: Outcome;
  readonly error: unknown;
  readonly isPending: boolean;
  /** Its answer was lost. */
  readonly isUnknown: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What the new service charges, and the wallet before and after, before it is made. */
export function Confirm({ outcome, error, isPending, isUnknown, onConfirm, onClose }: ConfirmProps) {
  const w = words.newSubscriber;
  return (
    <Dialog onClose={onClose} title={w.create} size="md">
      <Stack gap="sm">
        <PreviewOf outcome={outcome} />
        <ChangeFault of={{ error, isUnknown }} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button loading={isPending} onClick={onConfirm} data-autofocus>
            {w.create}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
