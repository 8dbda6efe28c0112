import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Output, Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { Icon } from '../../ui/icons.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly nas: Pick<Row<'nas.list'>, 'id' | 'name'>;
  readonly sessions: 'only_here' | 'only_on_nas';
  readonly onEnded: () => void;
}

/** Ends the sessions that one side alone has, after a preview. Where they are many, the name of the NAS is typed. */
export function EndSessions({ nas: { id, name }, sessions, onEnded }: Props) {
  const w = words.routerSessions;
  const previewed = useChange('nas.reconcile_end');
  const ended = useChange('nas.reconcile_end');
  const [typed, setTyped] = useState('');
  const close = () => {
    previewed.reset();
    setTyped('');
  };
  const confirm = (counted: number) =>
    ended.mutate(
      { id, sessions, count: counted, ...(typed === '' ? {} : { confirm: typed }) },
      {
        onSuccess: () => {
          close();
          onEnded();
        },
      },
    );
  const error = ended.error ?? previewed.error;
  return (
    <Stack gap="xs">
      {error && <Refusal sentence={sentenceOf(error)} />}
      {ended.data && <Text role="status">{resultOf(ended.data)}</Text>}
      {previewed.data ? (
        <Alert color="amber" icon={<Icon name="alert" />} title={w.endTitle[sessions]}>
          <Stack gap="xs">
            <Text size="sm">{w.endLead[sessions](count(previewed.data.count), count(previewed.data.of))}</Text>
            {previewed.data.needs_name && (
              <TextInput label={w.typeName(name)} value={typed} onChange={(event) => setTyped(event.target.value)} />
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {words.common.cancel}
              </Button>
              <Button
                color="red"
                loading={ended.isPending}
                disabled={previewed.data.count === 0 || (previewed.data.needs_name && typed.trim() !== name.trim())}
                onClick={() => confirm(previewed.data.count)}
              >
                {w.end[sessions]}
              </Button>
            </Group>
          </Stack>
        </Alert>
      ) : (
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={previewed.isPending}
            onClick={() => {
              ended.reset();
              previewed.mutate({ id, sessions, preview: true });
            }}
          >
            {w.end[sessions]}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function resultOf({ ended, refused, unanswered }: Output<'nas.reconcile_end'>): string {
  const w = words.routerSessions;
  const failed = refused + unanswered;
  return failed === 0 ? w.ended(count(ended)) : w.endedSome(count(ended), count(refused), count(unanswered));
}
