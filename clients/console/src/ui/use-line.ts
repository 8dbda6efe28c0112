import { useEffect, useRef, useSyncExternalStore } from 'react';
import { line, whenBack } from '../api/line.ts';
import type { Line } from '../api/reachability.ts';

const subscribe = (listener: () => void) => line.onChange(listener);
const now = () => line.now();

/** Whether the node can be reached, as it changes. */
export const useLine = (): Line => useSyncExternalStore(subscribe, now);

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
