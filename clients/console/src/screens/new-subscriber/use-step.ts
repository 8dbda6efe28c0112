import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

type Address = Readonly<Record<string, string>>;

/**
 * The step that is shown. Each is an entry of the browser's history, so that Back leads to the step before, with what was typed.
 * A step that was not reached from the first, as after loading the page again, is not shown.
 */
export function useStep(): readonly [number, (step: number) => void] {
  const { step } = useSearch({ strict: false }) as { step?: string };
  const [reached, setReached] = useState(0);
  const navigate = useNavigate();
  const { history } = useRouter();
  const at = Math.min(/^\d$/.test(step ?? '') ? Math.max(0, Number(step) - 1) : 0, reached);
  useEffect(() => {
    void navigate({ to: '.', search: ((before: Address) => ({ ...before, step: undefined })) as never, replace: true });
  }, [navigate]);
  function go(next: number): void {
    if (next <= at) {
      if (next < at) history.go(next - at);
      return;
    }
    setReached(Math.max(reached, next));
    void navigate({ to: '.', search: ((before: Address) => ({ ...before, step: String(next + 1) })) as never });
  }
  return [at, go];
}
