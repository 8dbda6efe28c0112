import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Address = Readonly<Record<string, string>>;

/** What is chosen on a screen is in its address, so that it can be sent to a colleague. */
export function useAddress(): readonly [Address, (changes: Record<string, string | undefined>) => void] {
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  const set = useCallback(
    (changes: Record<string, string | undefined>) =>
      void navigate({ to: '.', search: ((before: Address) => ({ ...before, ...changes })) as never, replace: true }),
    [navigate],
  );
  return [address, set];
}
