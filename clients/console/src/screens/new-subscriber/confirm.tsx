import { Button, Group, Stack } from '@mantine/core';
import { isLost, sentenceOf } from '../../api/faults.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { withSum } from '../../ui/effects.ts';
import { PreviewOf, Refusal } from '../../ui/preview.tsx';
import { useConfirmKeys } from '../../ui/use-confirm-keys.ts';
import { words } from '../../words/words.ts';
import type { Outcome } from './use-new-subscriber.ts';

interface ConfirmProps {
  readonly name: string;
  readonly outcome: Outcome;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What the new service charges, and the wallet before and after, before it is made. */
export function Confirm({ name, outcome, error, isPending, onConfirm, onClose }: ConfirmProps) {
  const w = words.newSubscriber;
  const wasLost = isLost(error);
  const keys = useConfirmKeys(true, true);
  return (
    <Dialog onClose={onClose} title={`${w.create}: ${name}`} size="md">
      <Stack gap="sm" onKeyDown={keys.onKeyDown}>
        <PreviewOf outcome={outcome} />
        {error !== null && <Refusal sentence={wasLost ? words.common.lost : sentenceOf(error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button loading={isPending} onClick={onConfirm} ref={keys.button}>
            {wasLost ? words.preview.again : withSum(w.create)(outcome)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
