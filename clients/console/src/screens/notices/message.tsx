import { Alert } from '@mantine/core';
import type { Output } from '../../api/client.ts';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words/words.ts';
import classes from './notices.module.css';

/** What a subscriber would get, as text. */
export function Message({ of: { address, subject, body, obstacle } }: { of: Output<'notice.preview'> }) {
  const w = words.notices;
  return (
    <>
      {obstacle !== null && (
        <Alert color="amber" icon={<Icon name="alert" />} title={w.obstacle} role="status">
          {obstacle}
        </Alert>
      )}
      <Facts
        facts={[
          [w.to, address === '' ? w.noAddress : address],
          [w.subject, subject],
        ]}
      />
      <div className={classes.message}>{body}</div>
    </>
  );
}
