import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { words } from '../../words/words.ts';

/** Takes the webhook secret of a gateway away: its webhooks are refused from then on. */
export function ClearSecret({ id }: { id: number }) {
  const [isAsking, setAsking] = useState(false);
  const w = words.gateways;
  return (
    <Group>
      <Button size="xs" variant="subtle" color="red" onClick={() => setAsking(true)}>
        {w.clearSecret}
      </Button>
      {isAsking && (
        <AskDialog
          path="gateway.update"
          input={{ id, webhook_secret: null }}
          title={w.clearSecret}
          lead={w.clearSecretLead}
          confirm={w.clearSecret}
          onClose={() => setAsking(false)}
        />
      )}
    </Group>
  );
}
