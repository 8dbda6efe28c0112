import { Button, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { ask } from '../../api/queries.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { Answer } from '../../ui/empty.tsx';
import { instant } from '../../ui/instant.ts';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';

type Key = Row<'user.keys'>;

/** The API keys of a user: when they were issued, never what they are. */
export function Keys({ userid }: { userid: number }) {
  const w = words.users;
  const keys = useQuery(ask('user.keys', { id: userid }));
  const rotate = useChange('user.api_key_rotate');
  const [ending, setEnding] = useState<Key>();
  const end = (key: Key) =>
    key.works && (
      <Button size="compact-sm" variant="default" onClick={() => setEnding(key)}>
        {w.endKey}
      </Button>
    );
  return (
    <>
      <Group justify="space-between">
        <Text component="h3" fw={600}>
          {w.keys}
        </Text>
        <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate({ id: userid })}>
          {w.newKey}
        </Button>
      </Group>
      {rotate.error && <Refusal sentence={sentenceOf(rotate.error)} />}
      {rotate.data && <NewKey apiKey={rotate.data.api_key} />}
      <Answer of={keys}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">{w.noKeys}</Text>
          ) : (
            <PlainTable
              label={w.keys}
              rows={rows}
              keyOf={({ keyid }) => keyid}
              columns={[
                { title: w.issued, cell: ({ created_at }) => instant(created_at) },
                { title: w.ends, cell: ({ expires_at }) => expires_at && instant(expires_at) },
                { title: w.works, cell: ({ works }) => (works ? words.common.yes : words.common.no) },
                { title: w.endKey, end: true, cell: end },
              ]}
            />
          )
        }
      </Answer>
      {ending && (
        <AskDialog
          path="user.key_end"
          input={{ id: userid, keyid: ending.keyid }}
          title={w.endKeyTitle}
          lead={w.endKeyLead}
          confirm={w.endKey}
          isFinal
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

/** Shown once. */
function NewKey({ apiKey }: { apiKey: string }) {
  return (
    <>
      <Text size="sm">{words.users.keyOnce}</Text>
      <Code block>{apiKey}</Code>
    </>
  );
}
