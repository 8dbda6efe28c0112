import { useCallback, useEffect, useState } from 'preact/hooks';
import { call, type Input, type Output, type Portal } from '../api/call.ts';
import { isSignedOut } from './fault.ts';

export interface Reading<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  again(): void;
}

/** Who is told that the session has ended. */
export const session = { onEnd: (): void => undefined };

/** Reads what a screen shows, anew when the input changes. An answer to an earlier input is thrown away. */
export function useRead<P extends Portal>(procedure: P, input: Input<P>): Reading<Output<P>> {
  const key = JSON.stringify(input);
  const [state, setState] = useState<{ data?: Output<P>; error?: unknown }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = true;
    call(procedure, input).then(
      (data) => isWanted && setState({ data }),
      (error: unknown) => {
        if (isSignedOut(error)) session.onEnd();
        else if (isWanted) setState({ error });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [procedure, key, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { data: state.data, error: state.error, again };
}
