import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly isOffered?: boolean;
}

/** What is done with a row most, without opening it. */
export function RowButton({ onClick, children, isOffered = true }: RowButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      ms={8}
      // Its place stays, so that the figures beside it stand below each other.
      {...(isOffered ? {} : { style: { visibility: 'hidden' } })}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      {children}
    </Button>
  );
}
