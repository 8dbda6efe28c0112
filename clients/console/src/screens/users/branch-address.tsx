import { Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { instant } from '../../ui/instant.ts';
import { Refusal } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';
import type { User } from './user.ts';

/** The address at which a telephone flow asks, of a user who is a program: when it was made, and a new one, shown once. */
export function BranchAddress({ user: { id, branch_made_at: madeAt } }: { user: User }) {
  const w = words.users;
  const make = useChange('user.branch_address_make');
  const [isEnding, setEnding] = useState(false);
  return (
    <>
      <Group justify="space-between">
        <Text component="h3" fw={600}>
          {w.branchAddress}
        </Text>
        <Group gap="xs">
          {madeAt && (
            <Button size="xs" variant="default" onClick={() => setEnding(true)}>
              {w.endAddress}
            </Button>
          )}
          <Button size="xs" variant="default" loading={make.isPending} onClick={() => make.mutate({ id })}>
            {w.newAddress}
          </Button>
        </Group>
      </Group>
      {make.error && <Refusal sentence={sentenceOf(make.error)} />}
      {make.data ? (
        <>
          <Text size="sm">{w.addressOnce}</Text>
          <Code block>{make.data.url}</Code>
        </>
      ) : (
        <Text c="dimmed">{madeAt ? `${w.issued}: ${instant(madeAt)}` : w.noAddress}</Text>
      )}
      {isEnding && (
        <AskDialog
          path="user.branch_address_end"
          input={{ id }}
          title={w.endAddressTitle}
          lead={w.endAddressLead}
          confirm={w.endAddress}
          isFinal
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}
