import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type Line, lineNow, onLine, whenBack } from '../api/line.ts';

/** Whether the node can be reached, as it changes. */
export const useLine = (): Line => useSyncExternalStore(onLine, lineNow);

/** Does something when the node answers, and again after a pause as long as it is wanted. */
export function useWhenBack(isWanted: boolean, act: () => Promise<unknown>): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    void repeat(() => latest.current(), gone.signal);
    return () => gone.abort();
  }, [isWanted]);
}

async function repeat(act: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  for (;;) {
    await whenBack(signal);
    if (signal.aborted) return;
    await act().catch(() => undefined);
  }
}
