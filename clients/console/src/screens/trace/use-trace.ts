import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/change.ts';
import type { Input, Row } from '../../api/client.ts';

/** An address, and an instant or a time. */
export type Question = Input<'trace.find'>;
export type Holder = Row<'trace.find'>;

export interface Found {
  readonly question: Question;
  readonly holders: readonly Holder[];
  /** The address that the visit began with, from another screen, and the time if it had one. */
  readonly about: string | undefined;
}

/** As many as the node answers with. */
export const MAX_HOLDERS = 100;

const LAST = ['trace.find', 'last'];

/**
 * Asks who had an address. The answer stays for the way back from a subscriber, since each question is recorded: it is not asked
 * again by itself.
 */
export function useTrace(about: string | undefined) {
  const queries = useQueryClient();
  const [last, setLast] = useState(() => queries.getQueryData<Found>(LAST));
  const asking = useMutation({
    mutationFn: async (question: Question): Promise<Found> => {
      const answer: unknown = await send('trace.find', { ...question, rows_limit: MAX_HOLDERS });
      return { question, holders: Array.isArray(answer) ? (answer as Holder[]) : [], about };
    },
    onSuccess: (found) => {
      queries.setQueryData(LAST, found);
      setLast(found);
    },
  });
  return {
    ask: (question: Question) => asking.mutate(question),
    /** The latest answer, unless a later question was refused, or this visit is about another address. */
    found: asking.isError || last?.about !== about ? undefined : last,
    error: asking.error,
    isPending: asking.isPending,
  };
}
