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

/** Cancels a payment, after showing what becomes due again. */
export function CancelDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, serviceid, receiptid, amt, mode, payment_date } = payment;
  const [reason, setReason] = useState('');
  const [bounce, setBounce] = useState<Bounce | null>(null);
  const mayBounce = useMay()('payment.cancel') && RETURNABLE.includes(mode) && receiptid === null;
  const { data: subscriber } = useQuery(ask('subscriber.get', { serviceid }));
  const w = words.preview;
  if (!subscriber) return null;
  const name = fullName(subscriber);
  if (receiptid !== null) return <ReceiptDialog {...{ name, receiptid, reason, setReason, onClose }} />;
  const input = reason.trim() === '' ? undefined : { id, reason: reason.trim() };
  const isRight = bounce === null || isAmount(bounce.fee_amt);
  return (
    <PreviewDialog
      path={bounce ? 'payment.bounce' : 'payment.cancel'}
      title={w.cancelTitle}
      name={name}
      confirm={() => w.labelled(w.cancelPayment, money(amt))}
      input={input && isRight ? { ...input, ...bounce } : undefined}
      tell={() => (bounce ? w.bounced : w.cancelled)(money(amt), name)}
      onClose={onClose}
    >
      <Text size="sm">{w.cancelLead(money(amt), name, day(payment_date))}</Text>
      {mayBounce && <BounceFields from={payment_date} value={bounce} onChange={setBounce} />}
      <ReasonField value={reason} onChange={setReason} isFirst />
    </PreviewDialog>
  );
}

interface ReceiptProps {
  readonly name: string;
  readonly receiptid: number;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** Cancels what was paid for several services at once: all of it. */
function ReceiptDialog({ name, receiptid, reason, setReason, onClose }: ReceiptProps) {
  const w = words.preview;
  return (
    <PreviewDialog
      path="payment.cancel_receipt"
      title={w.cancelTitle}
      name={name}
      confirm={() => w.cancelReceipt}
      input={reason.trim() === '' ? undefined : { receiptid, reason: reason.trim() }}
      tell={() => w.cancelledReceipt(name)}
      onClose={onClose}
    >
      <Text size="sm">{w.ofSeveral}</Text>
      <ReasonField value={reason} onChange={setReason} isFirst />
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
