import { Alert } from '@mantine/core';
import { useState } from 'react';
import { endOwedSession, owesSignOut } from '../../api/sign-out.ts';
import { Icon } from '../../ui/icons.tsx';
import { useWhenBack } from '../../ui/use-line.ts';
import { words } from '../../words/words.ts';

/** After a sign-out that the node has not heard of: says so, and ends the session as soon as it can. */
export function OwedSignOut() {
  const [isOwed, setOwed] = useState(owesSignOut);
  useWhenBack(isOwed, async () => {
    await endOwedSession();
    setOwed(false);
  });
  if (!isOwed) return null;
  return (
    <Alert color="amber" icon={<Icon name="alert" />} role="status">
      {words.line.signOutOwed}
    </Alert>
  );
}
