import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Input, Output } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { ask } from '../../api/queries.ts';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Beside } from '../../ui/form-dialog.tsx';
import { instant } from '../../ui/instant.ts';
import { Refusal } from '../../ui/preview.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { useDrafted } from './drafted.ts';
import { Texts } from './texts.tsx';

/** Typing settles before the node is asked. */
const SETTLE_MS = 400;
const ONLY_SENT = ['title', 'count', 'idempotency_key'];

/** The texts, and how many get them: the count that the call repeats. */
export function Reach({ written }: Beside) {
  const { onCount } = useDrafted();
  const w = words.broadcasts;
  const asked = Object.fromEntries(Object.entries(written).filter(([name]) => !ONLY_SENT.includes(name)));
  const [settled] = useDebouncedValue(JSON.stringify(asked), SETTLE_MS);
  const input = JSON.parse(settled) as Input<'message.preview'>;
  const isWritten = input.texts.length > 0;
  const preview = useQuery({
    ...ask('message.preview', input),
    enabled: isWritten,
    placeholderData: keepPreviousData,
  });
  const fault = isWritten ? preview.error : null;
  const reached = preview.data?.count ?? 0;
  useEffect(() => onCount(reached), [onCount, reached]);
  return (
    <Stack gap="sm">
      <Texts />
      <Text component="h3" fw={600}>
        {w.preview}
      </Text>
      {!isWritten && <Text c="dimmed">{w.unwritten}</Text>}
      {fault && <Refusal sentence={sentenceOf(fault)} />}
      {isWritten && !fault && <Answer of={preview}>{(counts) => <Counts of={counts} />}</Answer>}
    </Stack>
  );
}

/** The preview was made a moment ago. */
const beginning = (at: Date) => (at.getTime() <= Date.now() + 60_000 ? words.broadcasts.atOnce : instant(at));

function Counts({ of }: { of: Output<'message.preview'> }) {
  const { broadcasts: w, choices } = words;
  const some = (number: number) => number > 0 && count(number);
  return (
    <Facts
      facts={[
        [w.reached, count(of.count)],
        [choices.sms, some(of.sms)],
        [choices.whatsapp, some(of.whatsapp)],
        [choices.email, some(of.email)],
        [w.optedOut, some(of.opted_out)],
        [w.noAddress, some(of.no_address)],
        [w.sameAddress, some(of.same_address)],
        [w.begins, of.begins_at === null ? w.never : beginning(of.begins_at)],
      ]}
    />
  );
}
