import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Input } from '../../api/client.ts';
import { parametersOf } from '../../api/faults.ts';
import { ask, askRows } from '../../api/queries.ts';
import { SERVICES } from '../../ui/choices.ts';
import { Answer } from '../../ui/empty.tsx';
import type { Beside } from '../../ui/form-dialog.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { words } from '../../words/words.ts';
import { Message } from './message.tsx';

/** What a preview takes of a notice. */
const PARTS = ['id', 'on', 'channel', 'days', 'language', 'subject', 'body', 'attach'] as const;
/** Typing settles before the node is asked. */
const SETTLE_MS = 200;

/**
 * What a subscriber would get of a notice while it is written, whether or not it would be sent to that subscriber now. The node
 * refuses what it would not store.
 */
export function DraftPreview({ written, onFault }: Beside) {
  const w = words.notices;
  const [chosen, setChosen] = useState('');
  // One to begin with, so that the text has values at once.
  const some = useQuery({ ...askRows('service.list', { rows_limit: 1 }), enabled: chosen === '' });
  const serviceid = chosen || String(some.data?.[0]?.serviceid ?? '');
  const input = draftOf(written, serviceid);
  const [settled] = useDebouncedValue(JSON.stringify(input ?? null), SETTLE_MS);
  const preview = useQuery({
    ...ask('notice.preview', JSON.parse(settled) as Input<'notice.preview'>),
    enabled: input !== undefined && settled !== 'null',
    placeholderData: keepPreviousData,
  });
  const fault = input === undefined ? null : preview.error;
  const isInField = parametersOf(fault).some((name) => name !== 'serviceid');
  useEffect(() => onFault(isInField ? fault : null), [onFault, isInField, fault]);
  return (
    <Stack gap="sm" component="section" aria-label={w.preview}>
      <Text component="h3" fw={600}>
        {w.preview}
      </Text>
      {some.data?.length === 0 ? (
        <Text c="dimmed">{w.nobody}</Text>
      ) : (
        <SearchSelect source={SERVICES} label={w.subscriber} value={serviceid} onChange={setChosen} />
      )}
      {serviceid !== '' && (isInField || input === undefined) && <Text c="dimmed">{w.unwritten}</Text>}
      {input !== undefined && !isInField && (
        <Answer of={preview}>{(answer) => <Message of={{ ...answer, obstacle: null }} />}</Answer>
      )}
    </Stack>
  );
}

/** Undefined while something is missing without which there is nothing to show. */
function draftOf(written: Beside['written'], serviceid: string): object | undefined {
  const isComplete = written.id !== undefined || ['on', 'channel', 'body'].every((name) => written[name]);
  if (!isComplete || serviceid === '') return undefined;
  const parts = PARTS.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]] as const]));
  return { ...Object.fromEntries(parts), serviceid: Number(serviceid) };
}
