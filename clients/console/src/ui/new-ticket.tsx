import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { words } from '../words/words.ts';
import { CATEGORIES } from './care-choices.ts';
import { FormDialog } from './form-dialog.tsx';
import { newKey } from './new-key.ts';

interface NewTicketProps {
  /** Whom it is about. */
  readonly about: { readonly customerid: number; readonly serviceid: number };
  readonly onClose: () => void;
}

/** Files a ticket, and says its docket until somebody has told it to the subscriber. */
export function NewTicket({ about, onClose }: NewTicketProps) {
  const w = words.tickets;
  // Sent again after a lost answer, it files no second one.
  const [idempotency_key] = useState(newKey);
  return (
    <FormDialog
      path="ticket.create"
      title={w.file}
      confirm={w.file}
      fixed={{ ...about, idempotency_key }}
      fields={[{ name: 'categoryid', source: CATEGORIES }, { name: 'text', label: w.problem, wide: true }, 'priority']}
      onClose={onClose}
      onDone={({ docket }) => {
        notifications.show({ message: w.filed(docket), color: 'green', autoClose: false });
        onClose();
      }}
    />
  );
}
