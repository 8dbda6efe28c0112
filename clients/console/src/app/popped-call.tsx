import { Alert, Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Me } from '../api/queries.ts';
import { Icon } from '../ui/icons.tsx';
import { recallPoppedCall, setPoppedCall, usePoppedCall } from '../ui/popped-call.ts';
import { words } from '../words/words.ts';

const CallDialog = lazy(async () => ({ default: (await import('./call-dialog.tsx')).CallDialog }));

/** While an agent is in a call that the telephone system opened: on every screen, what came of it can be noted. */
export function PoppedCallNotice({ session }: Pick<Me, 'session'>) {
  const w = words.calling;
  const call = usePoppedCall();
  const [asking, setAsking] = useState<'outcome' | 'callback'>();
  const ofSession = session?.ends.toISOString() ?? '';
  useEffect(() => recallPoppedCall(ofSession), [ofSession]);
  // Not for somebody else who signs in next.
  useEffect(() => () => setPoppedCall(undefined), []);
  if (!call) return null;
  const done = () => {
    setAsking(undefined);
    setPoppedCall(undefined);
  };
  return (
    <Alert
      color="indigo"
      icon={<Icon name="phone" />}
      role="status"
      mb="md"
      withCloseButton
      closeButtonLabel={words.common.close}
      onClose={() => setPoppedCall(undefined)}
    >
      <Group gap="xs">
        <Text size="sm">{w.logged(call.number)}</Text>
        <Button size="xs" onClick={() => setAsking('outcome')}>
          {w.outcome}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsking('callback')}>
          {w.callBack}
        </Button>
      </Group>
      {asking && (
        <Suspense>
          <CallDialog call={call} about={asking} onClose={() => setAsking(undefined)} onDone={done} />
        </Suspense>
      )}
    </Alert>
  );
}
