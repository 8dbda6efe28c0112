import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

type Address = Readonly<Record<string, string>>;

/**
 * The step that is shown, to begin with `initial`. Each is an entry of the browser's history, so that Back leads to the step before,
 * with what was typed. A step that was not reached from the first, as after loading the page again, is not shown.
 */
export function useStep(initial: number): readonly [number, (step: number) => void] {
  const { step } = useSearch({ strict: false }) as { step?: string };
  const entry = useLocation({ select: ({ state }) => state.__TSR_index });
  const [first] = useState(initial);
  const [reached, setReached] = useState(first);
  const navigate = useNavigate();
  const { history } = useRouter();
  const at = /^\d$/.test(step ?? '') ? Math.min(Math.max(0, Number(step) - 1), reached) : first;
  /** The steps that the entries of the history show. */
  const shown = useRef(new Map<number, number>());
  shown.current.set(entry, at);
  useEffect(() => {
    void navigate({ to: '.', search: ((before: Address) => ({ ...before, step: undefined })) as never, replace: true });
  }, [navigate]);
  function go(next: number): void {
    const earlier = [...shown.current].filter(([place, each]) => place < entry && each === next);
    if (next === at) return;
    if (next < at && earlier.length > 0) {
      history.go(Math.max(...earlier.map(([place]) => place)) - entry);
      return;
    }
    for (const place of shown.current.keys()) if (place > entry) shown.current.delete(place);
    setReached(Math.max(reached, next));
    void navigate({ to: '.', search: ((before: Address) => ({ ...before, step: String(next + 1) })) as never });
  }
  return [at, go];
}
