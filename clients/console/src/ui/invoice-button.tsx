import { ActionIcon } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../api/faults.ts';
import { words } from '../words/words.ts';
import { Icon } from './icons.tsx';
import { openInvoice } from './pdf.ts';

/** Shows an invoice as PDF. */
export function InvoiceButton({ id }: { id: number }) {
  const open = useMutation({
    mutationFn: () => openInvoice(id),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }),
  });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={open.isPending}
      aria-label={words.subscriber.pdf}
      title={words.subscriber.pdf}
      onClick={(event) => {
        event.stopPropagation();
        open.mutate();
      }}
    >
      <Icon name="download" size={16} />
    </ActionIcon>
  );
}
