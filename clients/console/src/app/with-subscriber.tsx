import { Alert, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sentenceOf } from '../api/faults.ts';
import { ask } from '../api/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { refundable } from '../ui/refundable.ts';
import { fullName } from '../ui/subscriber-record.ts';
import { words } from '../words/words.ts';
import { Finder } from './finder.tsx';
import { type Hit, recordHits } from './palette-hits.ts';
import { useFound } from './use-found.ts';

interface WithSubscriberProps {
  readonly task: 'payment' | 'refund';
  readonly onClose: () => void;
}

/** A payment or a refund begins with the subscriber; the rest is asked on the subscriber's own page. */
export default function WithSubscriber({ task, onClose }: WithSubscriberProps) {
  const w = words.tasks;
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState('');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { found, isSearching, trouble } = useFound(text);
  const hits = recordHits(found.filter(({ kind }) => kind === 'service'));
  async function begin({ to, id }: Hit & { id: number }): Promise<void> {
    try {
      const subscriber = await queries.fetchQuery({ ...ask('subscriber.get', { serviceid: id }), staleTime: 0 });
      if (task === 'refund' && refundable(subscriber).length === 0) {
        setRefusal(w.nothingToRefund(fullName(subscriber)));
        return;
      }
      onClose();
      await navigate({ to: to ?? '/', search: { do: task } as never });
    } catch (error) {
      setRefusal(sentenceOf(error));
    }
  }
  return (
    <Dialog onClose={onClose} title={w[task]} size="lg">
      <Text c="dimmed" size="sm">
        {w.from[task]}
      </Text>
      <Finder
        label={w.subscriber}
        placeholder={w.find}
        text={text}
        onText={(next) => {
          setText(next);
          setRefusal('');
        }}
        hits={hits}
        isSearching={isSearching}
        nothing={text.trim() === '' ? w.typeFirst : (trouble ?? words.palette.nothing)}
        onChosen={(hit) => {
          const service = found.find(({ kind, id }) => hit.key === `${kind}-${id}`);
          if (service) void begin({ ...hit, id: service.id });
        }}
      />
      {refusal && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
    </Dialog>
  );
}
