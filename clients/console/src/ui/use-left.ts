import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a list is kept as it was left. */
const KEPT_MS = 30 * 60_000;

/** How a list was left. */
export interface Left<R> {
  readonly chosen?: ReadonlyMap<number | string, R>;
  /** The first pixel seen, were the list laid out in full, and the index of the row that keys were at. */
  readonly top?: number;
  readonly active?: number;
}

/**
 * What Back returns to: how the list was when one left this entry of the browser's history, and how to note how it is. It is in the
 * cache with all else that a session has read, and is gone when that is.
 */
export function useLeft<R>(): readonly [Left<R>, (change: Left<R>) => void] {
  const queries = useQueryClient();
  const entry = useEntry();
  const [left] = useState(() => queries.getQueryData<Left<R>>(['left', entry.current]) ?? {});
  const note = useCallback(
    (change: Left<R>) => {
      const queryKey = ['left', entry.current];
      queries.setQueryDefaults(['left'], { gcTime: KEPT_MS });
      queries.setQueryData<Left<R>>(queryKey, (before) => ({ ...before, ...change }));
    },
    [queries, entry],
  );
  return [left, note];
}

/** Notes how the list is when it is left. */
export function useNoted<R>(note: (change: Left<R>) => void, now: () => Left<R>): void {
  const latest = useRef(now);
  latest.current = now;
  useEffect(() => () => note(latest.current()), [note]);
}

/** This screen's entry in the history. The router is already at the next one when a screen ends. */
function useEntry() {
  const { pathname, state } = useLocation();
  const [own] = useState(pathname);
  const entry = useRef('');
  if (pathname === own) entry.current = state.__TSR_key ?? '';
  return entry;
}
