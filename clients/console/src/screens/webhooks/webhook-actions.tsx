import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Output } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';
import type { Webhook } from './webhook.ts';

interface ActionsProps {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
  readonly onDone: () => void;
}

/** What is done with a webhook: trying it, pausing it and going on, a new secret, sending again. */
export function WebhookActions({ webhook, onSecret, onDone }: ActionsProps) {
  const w = words.webhooks;
  const { id, status } = webhook;
  const test = useChange('webhook.test');
  const [open, setOpen] = useState<DialogName>();
  return (
    <>
      {status === 'Disabled' && (
        <Alert color="red" icon={<Icon name="alert" />} role="status">
          {w.disabledLead}
        </Alert>
      )}
      <Group gap="xs">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ id })}>
          {w.test}
        </Button>
        <Button variant="default" onClick={() => setOpen('status')}>
          {status === 'Enabled' ? w.pause : w.enable}
        </Button>
        <Button variant="default" onClick={() => setOpen('replay')}>
          {w.replay}
        </Button>
        <Button variant="default" onClick={() => setOpen('rotate')}>
          {w.rotate}
        </Button>
      </Group>
      {test.error && <Refusal sentence={sentenceOf(test.error)} />}
      {test.data && <Tested result={test.data} />}
      {open && (
        <Dialog name={open} webhook={webhook} onClose={() => setOpen(undefined)} onSecret={onSecret} onDone={onDone} />
      )}
    </>
  );
}

function Tested({ result: { accepted, duration_ms, error } }: { result: Output<'webhook.test'> }) {
  return (
    <Alert color={accepted ? 'green' : 'red'} icon={<Icon name={accepted ? 'check' : 'alert'} />} role="status">
      {accepted ? words.webhooks.accepts(duration_ms) : error}
    </Alert>
  );
}

type DialogName = 'status' | 'replay' | 'rotate';

interface DialogProps extends ActionsProps {
  readonly name: DialogName;
  readonly onClose: () => void;
}

function Dialog({ name, webhook: { id, url, status }, onClose, onSecret, onDone }: DialogProps) {
  const w = words.webhooks;
  switch (name) {
    case 'status':
      return (
        <AskDialog
          path="webhook.update"
          input={{ id, status: status === 'Enabled' ? 'Paused' : 'Enabled' }}
          title={url}
          lead={status === 'Enabled' ? w.pauseLead : w.enableLead}
          confirm={status === 'Enabled' ? w.pause : w.enable}
          onClose={onClose}
          onDone={onDone}
        />
      );
    case 'replay':
      return (
        <FormDialog
          path="webhook.replay"
          title={w.replay}
          lead={w.replayLead}
          fixed={{ id }}
          fields={['after', { name: 'from', label: w.replayFrom, hint: '' }]}
          confirm={w.replay}
          onClose={onClose}
        />
      );
    case 'rotate':
      return (
        <FormDialog
          path="webhook.rotate"
          title={w.rotate}
          lead={w.rotateLead}
          fixed={{ id }}
          fields={['overlap_hours']}
          confirm={w.rotate}
          onClose={onClose}
          onDone={({ secret }) => {
            onClose();
            onSecret(secret);
          }}
        />
      );
  }
}
