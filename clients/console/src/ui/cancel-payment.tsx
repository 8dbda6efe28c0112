import { ActionIcon, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import type { Row } from '../api/client.ts';
import { ask } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { words } from '../words/words.ts';
import { day } from './day.ts';
import { Icon } from './icons.tsx';
import { money } from './money.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { fullName } from './subscriber-record.ts';

type Payment = Row<'payment.list'>;

/** Those who take payments cancel them. */
export function CancelButton({ payment, onClick }: { payment: Payment; onClick: () => void }) {
  const may = useMay();
  if (payment.status === 'Cancelled' || !may('payment.write')) return null;
  const name = words.preview.cancelPayment;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={name}
      title={name}
      onClick={(event: MouseEvent) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon name="x" size={16} />
    </ActionIcon>
  );
}

/** Cancels a payment, after showing what becomes due again. */
export function CancelDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, serviceid, amt, payment_date } = payment;
  const [reason, setReason] = useState('');
  const { data: subscriber } = useQuery(ask('subscriber.get', { serviceid }));
  const w = words.preview;
  if (!subscriber) return null;
  const name = fullName(subscriber);
  return (
    <PreviewDialog
      path="payment.cancel"
      title={w.cancelTitle}
      name={name}
      confirm={() => w.labelled(w.cancelPayment, money(amt))}
      input={reason.trim() === '' ? undefined : { id, reason: reason.trim() }}
      tell={() => w.cancelled(money(amt), name)}
      onClose={onClose}
    >
      <Text size="sm">{w.cancelLead(money(amt), name, day(payment_date))}</Text>
      <ReasonField value={reason} onChange={setReason} isFirst />
    </PreviewDialog>
  );
}
