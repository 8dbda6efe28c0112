import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is done with a row most, without opening it. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      ms={8}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      {children}
    </Button>
  );
}
