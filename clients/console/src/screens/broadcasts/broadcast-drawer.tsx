import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import type { Output } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { ask } from '../../api/queries.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { instant } from '../../ui/instant.ts';
import { Lines } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { stateOf } from './broadcast-list.tsx';

type Broadcast = Output<'message.get'>;

/** How often the progress is read again. */
const PROGRESS_MS = 3_000;

/** A message to many, how far it is, and what can be done about it. */
export function BroadcastDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const record = useQuery({ ...ask('message.get', { id }), refetchInterval: PROGRESS_MS });
  return (
    <DetailsDrawer title={record.data?.title ?? words.broadcasts.title} onClose={onClose}>
      <Answer of={record} lines={8}>
        {(broadcast) => (
          <>
            <Actions of={broadcast} />
            <Details of={broadcast} />
            {broadcast.texts.map((text) => (
              <Lines key={`${text.channel} ${text.language}`}>
                {[`${words.choices[text.channel]} · ${text.language}`, text.subject, text.body]
                  .filter(Boolean)
                  .join('\n')}
              </Lines>
            ))}
          </>
        )}
      </Answer>
    </DetailsDrawer>
  );
}

function Actions({ of: { id, status } }: { of: Broadcast }) {
  const w = words.broadcasts;
  const navigate = useNavigate();
  const [pause, resume, cancel] = [
    useChange('message.pause'),
    useChange('message.resume'),
    useChange('message.cancel'),
  ];
  const onError = (error: unknown) => notifications.show({ message: sentenceOf(error), color: 'red' });
  return (
    <Group gap="xs">
      {status === 'Sending' && <Button onClick={() => pause.mutate({ id }, { onError })}>{w.pause}</Button>}
      {status === 'Paused' && <Button onClick={() => resume.mutate({ id }, { onError })}>{w.resume}</Button>}
      {(status === 'Sending' || status === 'Paused') && (
        <Button variant="default" onClick={() => cancel.mutate({ id }, { onError })}>
          {w.cancel}
        </Button>
      )}
      <Button variant="default" onClick={() => void navigate({ to: `/notices/messages?messageid=${id}` })}>
        {w.each}
      </Button>
    </Group>
  );
}

function Details({ of }: { of: Broadcast }) {
  const { broadcasts: w, choices } = words;
  const some = (number: number) => number > 0 && count(number);
  return (
    <Facts
      facts={[
        [w.state, stateOf(of)],
        [w.type, choices[of.type]],
        [w.audience, of.audience || w.everybody],
        [w.reached, count(of.count)],
        [w.queued, some(of.queued)],
        [w.sent, count(of.sent)],
        [w.failed, some(of.failed)],
        [w.skipped, some(of.skipped)],
        [w.optedOut, some(of.opted_out)],
        [w.noAddress, some(of.no_address)],
        [w.sameAddress, some(of.same_address)],
        [w.begun, `${instant(of.created_at)}, ${of.created_by}`],
        [w.ended, of.ended_at && instant(of.ended_at)],
      ]}
    />
  );
}
