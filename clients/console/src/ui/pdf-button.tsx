import { ActionIcon, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { sentenceOf } from '../api/faults.ts';
import { words } from '../words/words.ts';
import { Icon } from './icons.tsx';
import { openPdf, type Pdf } from './pdf.ts';

const NAMES: Readonly<Record<Pdf, 'pdf' | 'receipt'>> = { 'invoice.pdf': 'pdf', 'payment.receipt': 'receipt' };

interface PdfButtonProps {
  readonly path: Pdf;
  readonly id: number;
}

/** Shows a document as PDF; an icon for rows of a list. */
export function PdfButton({ path, id }: PdfButtonProps) {
  const open = useOpen(path, id);
  const name = words.subscriber[NAMES[path]];
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={open.isPending}
      aria-label={name}
      title={name}
      onClick={(event: MouseEvent) => {
        event.stopPropagation();
        open.mutate();
      }}
    >
      <Icon name="download" size={16} />
    </ActionIcon>
  );
}

/** What was taken, with its receipt. Stands outside of the screens, among the notifications. */
export function ReceiptOffer({ id, taken }: { id: number; taken: string }) {
  return (
    <>
      {taken}{' '}
      <Button variant="subtle" size="compact-sm" onClick={() => void openPdf('payment.receipt', id).catch(complain)}>
        {words.subscriber.receipt}
      </Button>
    </>
  );
}

const complain = (error: unknown) => notifications.show({ message: sentenceOf(error), color: 'red' });

const useOpen = (path: Pdf, id: number) => useMutation({ mutationFn: () => openPdf(path, id), onError: complain });
