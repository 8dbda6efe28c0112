import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Me } from '../api/queries.ts';
import { Icon } from '../ui/icons.tsx';
import { instant } from '../ui/instant.ts';
import { words } from '../words/words.ts';

/** The session whose notice was closed; another one has its own. */
const KEY = 'lastmile-failed-attempts-read';

/** Tells users how often somebody failed to sign in as them, until they close it. */
export function FailedAttempts({ session }: Pick<Me, 'session'>) {
  const [read, setRead] = useState(() => sessionStorage.getItem(KEY));
  if (!session || session.failed_attempts === 0 || !session.last_failed_at) return null;
  const id = session.ends.toISOString();
  if (read === id) return null;
  const close = () => {
    sessionStorage.setItem(KEY, id);
    setRead(id);
  };
  return (
    <Alert
      color="amber"
      icon={<Icon name="alert" />}
      role="status"
      mb="md"
      withCloseButton
      closeButtonLabel={words.common.close}
      onClose={close}
    >
      {words.shell.failedAttempts(session.failed_attempts, instant(session.last_failed_at))}{' '}
      <Link to="/account">{words.shell.screens.account}</Link>
    </Alert>
  );
}
