import { Alert, Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Output } from '../../api/client.ts';
import { ChangeFault } from '../../ui/change-fault.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Form } from '../../ui/form.tsx';
import { isAbove0, money } from '../../ui/money.ts';
import { newKey } from '../../ui/new-key.ts';
import { useConfirmKeys } from '../../ui/use-confirm-keys.ts';
import { usePreview } from '../../ui/use-preview.ts';
import { words } from '../../words/words.ts';
import type { BulkAction } from './bulk-actions.ts';
import { Outcomes } from './bulk-outcomes.tsx';
import type { Subscriber } from './subscriber-list.tsx';

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly rows: readonly Subscriber[];
  readonly onClose: () => void;
  /** The change was made. */
  readonly onDone: () => void;
}

/** One action on many services: shows what it does to each, and the sums, then makes it. */
export function BulkDialog({ action, rows, onClose, onDone }: BulkDialogProps) {
  const name = words.subscriber.actions[action];
  // What is shown stays what was chosen, whatever happens to the list.
  const [chosen] = useState(rows);
  return (
    <Dialog onClose={onClose} title={words.bulk.title(name, chosen.length)} size="xl">
      <Confirmation action={action} rows={chosen} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function Confirmation({ action, rows, onClose, onDone }: BulkDialogProps) {
  const w = words.bulk;
  const input = { serviceids: rows.map(({ serviceid }) => serviceid), action };
  const preview = usePreview('service.action_many', input);
  const change = useChange('service.action_many');
  // One for the dialog: however often it is sent, it is carried out once.
  const [idempotency_key] = useState(newKey);
  const [unexpected, setUnexpected] = useState<Output<'service.action_many'>>();
  const accepted = preview.data?.accepted ?? 0;
  const total = preview.data?.total ?? '0.00';
  const isReady = preview.isCurrent && accepted > 0;
  const keys = useConfirmKeys(isReady, true);

  function settle(answer: Output<'service.action_many'>): void {
    const charged = isAbove0(answer.total) ? ` ${words.told.charged(money(answer.total))}` : '';
    notifications.show({
      message: `${w.done(answer.accepted)}${charged}`,
      color: answer.accepted > 0 ? 'green' : 'red',
    });
    if (answer.refused > (preview.data?.refused ?? 0)) setUnexpected(answer);
    else {
      onDone();
      onClose();
    }
  }
  function submit(): void {
    if (isReady) change.mutate({ ...input, idempotency_key }, { onSuccess: settle });
  }
  if (unexpected) return <Unexpected answer={unexpected} rows={rows} onClose={onDone} />;
  const label = w.confirm(words.subscriber.actions[action], accepted);
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm" onKeyDown={keys.onKeyDown}>
        <Answer of={preview} lines={6}>
          {(outcome) => <Outcomes outcome={outcome} rows={rows} />}
        </Answer>
        <ChangeFault of={change} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button type="submit" loading={change.isPending} disabled={!isReady} ref={keys.button}>
            {isAbove0(total) ? words.preview.labelled(label, money(total)) : label}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

interface UnexpectedProps {
  readonly answer: Output<'service.action_many'>;
  readonly rows: readonly Subscriber[];
  readonly onClose: () => void;
}

/** What was done, where it is less than the preview said. */
function Unexpected({ answer, rows, onClose }: UnexpectedProps) {
  return (
    <Stack gap="sm">
      <Alert color="orange">{words.bulk.changed}</Alert>
      <Outcomes outcome={answer} rows={rows} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{words.common.close}</Button>
      </Group>
    </Stack>
  );
}
