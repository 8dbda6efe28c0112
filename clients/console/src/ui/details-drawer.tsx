import { Drawer, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../words/words.ts';
import { useOpenDialog } from './use-open-dialog.ts';

interface DetailsDrawerProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The details of a row of a list, beside it. */
export function DetailsDrawer({ title, onClose, children }: DetailsDrawerProps) {
  useOpenDialog(onClose);
  return (
    <Drawer
      opened
      closeOnEscape={false}
      onClose={onClose}
      position="right"
      size={560}
      title={title}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack>{children}</Stack>
    </Drawer>
  );
}
