import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { toldWithSum, withSum } from '../../ui/effects.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
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
  const name = fullName(subscriber);
  return (
    <PreviewDialog
      path="service.delete"
      title={w.deleteTitle}
      name={name}
      confirm={withSum(words.subscriber.actions.delete)}
      input={{ serviceid, ...(write_off_reason === '' ? {} : { write_off_reason }) }}
      tell={(preview) => toldWithSum(words.told.deleted(name), preview)}
      onClose={onClose}
      onDone={() => void navigate({ to: '/subscribers' })}
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
