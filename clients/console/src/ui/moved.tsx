import type { ReactNode } from 'react';

interface MovedProps {
  readonly before: ReactNode;
  /** Undefined: not known yet. */
  readonly after: ReactNode;
  readonly same?: boolean;
}

/** An old value beside the new one; one that stays stands alone. */
export function Moved({ before, after, same = false }: MovedProps) {
  if (same) return before;
  return (
    <>
      {before} → <b>{after ?? '…'}</b>
    </>
  );
}
