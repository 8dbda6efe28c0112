import { Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';

export const FIELDS = ['name', 'code', 'mobile', 'email', 'country', 'state', 'enable_usage_limit', 'address'];

/** A new ISP, then its first user, then the key of that user. */
export function AddIsp({ onClose }: { onClose: () => void }) {
  const w = words.isps;
  const [ispid, setIspid] = useState<number>();
  const [isMade, setMade] = useState(false);
  const rotate = useChange('user.api_key_rotate');
  if (isMade)
    return (
      <Dialog onClose={onClose} title={w.key}>
        <Stack gap="sm">
          {rotate.error && <Refusal sentence={sentenceOf(rotate.error)} />}
          {rotate.data && (
            <>
              <Text>{words.users.keyOnce}</Text>
              <Code block>{rotate.data.api_key}</Code>
            </>
          )}
        </Stack>
      </Dialog>
    );
  if (ispid !== undefined)
    return (
      <FormDialog
        key="user"
        path="user.create"
        title={w.firstUser}
        lead={w.firstUserLead}
        fixed={{ ispid, groupname: 'ISP', roles: ['Admin'] }}
        fields={['username', 'password', { name: 'cash_limit', initial: '0' }]}
        onClose={onClose}
        onDone={(id) => {
          setMade(true);
          rotate.mutate({ id });
        }}
      />
    );
  return (
    <FormDialog
      key="isp"
      path="isp.create"
      title={w.add}
      fields={FIELDS.map((name) => (name === 'country' ? { name, initial: 'India' } : name))}
      onClose={onClose}
      onDone={setIspid}
    />
  );
}
