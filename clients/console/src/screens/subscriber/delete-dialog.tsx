import { Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { beforeOf, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** Bills a service for the last time and deletes it. What it then owes is written off, if a reason is given. */
export function DeleteDialog({ subscriber, onClose }: DialogProps) {
  const { serviceid } = subscriber.service;
  const [reason, setReason] = useState('');
  const mayWriteOff = useMay()('service.write_off');
  const navigate = useNavigate();
  const w = words.adjusting;
  const write_off_reason = reason.trim();
  const tell = () => {
    notifications.show({ message: words.preview.done, color: 'green' });
    void navigate({ to: '/subscribers' });
  };
  return (
    <PreviewDialog
      path="service.delete"
      title={w.deleteTitle}
      confirm={words.subscriber.actions.delete}
      before={beforeOf(subscriber)}
      input={{ serviceid, ...(write_off_reason === '' ? {} : { write_off_reason }) }}
      onClose={onClose}
      tell={tell}
    >
      <Text size="sm" c="dimmed">
        {w.deleteLead}
      </Text>
      {mayWriteOff && (
        <TextInput
          label={w.writeOffReason}
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
      )}
    </PreviewDialog>
  );
}
