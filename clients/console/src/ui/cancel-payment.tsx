import { ActionIcon, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import type { Row } from '../api/client.ts';
import { ask } from '../api/queries.ts';
import { useMay, useMe } from '../api/session.ts';
import { words } from '../words/words.ts';
import { day, today } from './day.ts';
import { Icon } from './icons.tsx';
import { isAmount, money } from './money.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { currency } from './region.ts';
import { fullName } from './subscriber-record.ts';

type Payment = Row<'payment.list'>;

/** What a bank can return. */
const RETURNABLE: readonly Payment['mode'][] = ['Cheque', 'DD', 'Bank'];

/** Of any payment for those who may, and of those that one has taken today. What a gateway took, and no login user, is refunded. */
export function CancelButton({ payment, onClick }: { payment: Payment; onClick: () => void }) {
  const may = useMay();
  const { username } = useMe();
  const isOwn = payment.collected_by === username && today(payment.created_at) === today();
  const byGateway = payment.mode === 'Online' && payment.collected_by === null;
  if (payment.status === 'Cancelled' || byGateway) return null;
  if (!(may('payment.cancel') || (isOwn && may('payment.write')))) return null;
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

/** Cancels a payment, after showing what becomes due again. What was paid for several services at once is cancelled for all of them. */
export function CancelDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, serviceid, receiptid, amt, mode, payment_date } = payment;
  const [given, setReason] = useState('');
  const [bounce, setBounce] = useState<Bounce | null>(null);
  const mayBounce = useMay()('payment.cancel') && RETURNABLE.includes(mode);
  const { data: subscriber } = useQuery(ask('subscriber.get', { serviceid }));
  const w = words.preview;
  if (!subscriber) return null;
  const name = fullName(subscriber);
  const reason = given.trim();
  const isRight = reason !== '' && (bounce === null || isAmount(bounce.fee_amt));
  const shared = { title: w.cancelTitle, name, onClose };
  const fields = (
    <>
      <Text size="sm">{receiptid === null ? w.cancelLead(money(amt), name, day(payment_date)) : w.ofSeveral}</Text>
      {mayBounce && <BounceFields from={payment_date} value={bounce} onChange={setBounce} />}
      <ReasonField value={given} onChange={setReason} isFirst />
    </>
  );
  return receiptid !== null && bounce === null ? (
    <PreviewDialog
      {...shared}
      path="payment.cancel_receipt"
      confirm={() => w.cancelReceipt}
      input={isRight ? { receiptid, reason } : undefined}
      tell={() => w.cancelledReceipt(name)}
    >
      {fields}
    </PreviewDialog>
  ) : (
    <PreviewDialog
      {...shared}
      path={bounce ? 'payment.bounce' : 'payment.cancel'}
      confirm={() => (receiptid === null ? w.labelled(w.cancelPayment, money(amt)) : w.cancelReceipt)}
      input={isRight ? { id, reason, ...bounce } : undefined}
      tell={() => {
        if (receiptid !== null) return w.bouncedReceipt(name);
        return (bounce ? w.bounced : w.cancelled)(money(amt), name);
      }}
    >
      {fields}
    </PreviewDialog>
  );
}

interface Bounce {
  readonly bounced_on: string;
  readonly fee_amt: string;
}

interface BounceProps {
  /** The day of the payment. */
  readonly from: string;
  /** Null: it is cancelled otherwise. */
  readonly value: Bounce | null;
  readonly onChange: (value: Bounce | null) => void;
}

/** Whether the bank has returned it, when, and what the subscriber is charged for that. */
function BounceFields({ from, value, onChange }: BounceProps) {
  const w = words.preview;
  return (
    <>
      <Checkbox
        label={w.hasBounced}
        checked={value !== null}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? { bounced_on: today(), fee_amt: '0.00' } : null)
        }
      />
      {value && (
        <Group grow align="flex-start">
          <TextInput
            type="date"
            label={w.bouncedOn}
            min={from}
            max={today()}
            value={value.bounced_on}
            onChange={({ currentTarget }) => onChange({ ...value, bounced_on: currentTarget.value || today() })}
          />
          <TextInput
            label={w.bounceFee}
            leftSection={currency()}
            leftSectionWidth={52}
            inputMode="decimal"
            value={value.fee_amt}
            onChange={({ currentTarget }) => onChange({ ...value, fee_amt: currentTarget.value.trim() })}
            error={isAmount(value.fee_amt) ? undefined : words.common.badAmount}
          />
        </Group>
      )}
    </>
  );
}
