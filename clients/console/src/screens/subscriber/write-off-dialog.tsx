import { Text } from '@mantine/core';
import { useState } from 'react';
import { money } from '../../ui/money.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** Gives up what is owed: the amount that is shown, so that another one is refused. */
export function WriteOffDialog({ subscriber, onClose }: DialogProps) {
  const { serviceid, os_amt: amt } = subscriber.service;
  const [reason, setReason] = useState('');
  const name = fullName(subscriber);
  const w = words.adjusting;
  return (
    <PreviewDialog
      path="service.write_off"
      title={w.writeOffTitle}
      name={name}
      confirm={() => words.preview.labelled(words.subscriber.actions.writeOff, money(amt))}
      tell={() => words.told.writtenOff(money(amt), name)}
      input={reason.trim() === '' ? undefined : { serviceid, amt, reason: reason.trim() }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {w.writeOffLead}
      </Text>
      <ReasonField value={reason} onChange={setReason} isFirst />
    </PreviewDialog>
  );
}
