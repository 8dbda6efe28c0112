import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { change, type Input, type Output, type Path } from './client.ts';
import { isLost, isUnconfirmed, NoAnswer } from './faults.ts';
import { whenBack } from './line.ts';

/** Asks for the password; resolves to false if the caller gives up. Set by the shell, which has the dialog. */
let confirm: () => Promise<boolean> = async () => false;

export function confirmWith(ask: () => Promise<boolean>): void {
  confirm = ask;
}

/** What decides about a call whose answer was lost. */
interface Told {
  readonly preview?: boolean;
  readonly idempotency_key?: string;
}

const told = (input: unknown): Told => (input ?? {}) as Told;

/**
 * Makes a change. Where the node wants the password again, asks for it and repeats the call.
 * @throws LastmileError, or NoAnswer, which says whether the change may have been made
 */
export async function send<P extends Path>(path: P, input: Input<P>): Promise<Output<P>> {
  const hadNetwork = navigator.onLine;
  try {
    return await change(path, input);
  } catch (error) {
    if (isLost(error) && !told(input).preview) throw new NoAnswer(hadNetwork ? 'unknown' : 'unsent', error);
    if (!isUnconfirmed(error) || !(await confirm())) throw error;
    return send(path, input);
  }
}

interface Repeat {
  /** Its answer was lost: the change may have been made. */
  readonly onUnknown: () => void;
  readonly signal: AbortSignal;
}

/** Sends a change that has a key again until an answer arrives: it is carried out only once. @throws as `send` */
async function sendUntilKnown<P extends Path>(path: P, input: Input<P>, repeat: Repeat): Promise<Output<P>> {
  for (;;) {
    try {
      return await send(path, input);
    } catch (error) {
      if (!isLost(error) || !told(input).idempotency_key) throw error;
      repeat.onUnknown();
      await whenBack(repeat.signal);
      if (repeat.signal.aborted) throw error;
    }
  }
}

/**
 * Makes a change from a screen. Afterwards the screen asks for everything again except the preview of that change. While it is
 * not known whether a change with an `idempotency_key` has arrived, it is sent again by itself, as long as the component is there.
 */
export function useChange<P extends Path>(path: P) {
  const queries = useQueryClient();
  const [isUnknown, setUnknown] = useState(false);
  const repeating = useRef<AbortController>(undefined);
  const giveUp = () => repeating.current?.abort();
  useEffect(() => () => repeating.current?.abort(), []);
  const mutation = useMutation<Output<P>, Error, Input<P>>({
    mutationFn: async (input) => {
      const stop = new AbortController();
      repeating.current = stop;
      try {
        return await sendUntilKnown(path, input, { onUnknown: () => setUnknown(true), signal: stop.signal });
      } finally {
        setUnknown(false);
      }
    },
    onSuccess: (_answer, input) => {
      if (told(input).preview) return;
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preview' });
    },
  });
  return { ...mutation, isUnknown, giveUp };
}
