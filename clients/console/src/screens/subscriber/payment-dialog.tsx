import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Input, Output } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { isAbove0, isAmount } from '../../ui/money.ts';
import { ReceiptOffer } from '../../ui/pdf-button.tsx';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { currency } from '../../ui/region.ts';
import { words } from '../../words/words.ts';
import { beforeOf, type SubscriberRecord } from './record.ts';

type Mode = Input<'payment.new'>['mode'];

const MODES: readonly Mode[] = ['Cash', 'Online', 'Card', 'Bank', 'Cheque', 'DD'];

/** Time enough to see that there is a receipt, and to want it. */
const RECEIPT_MS = 20_000;

function offerReceipt(id: Output<'payment.new'>): void {
  if (typeof id === 'number')
    notifications.show({ message: <ReceiptOffer id={id} />, color: 'green', autoClose: RECEIPT_MS });
}

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** Takes a payment. The amount due is filled in. */
export function PaymentDialog({ subscriber, onClose }: DialogProps) {
  const { serviceid, os_amt } = subscriber.service;
  const [amt, setAmt] = useState(isAbove0(os_amt) ? os_amt : (subscriber.subplan?.price ?? ''));
  const [mode, setMode] = useState<Mode>('Cash');
  const [reference, setReference] = useState('');
  const isComplete = isAmount(amt) && isAbove0(amt);
  const may = useMay();
  const w = words.preview;
  return (
    <PreviewDialog
      path="payment.new"
      title={w.paymentTitle}
      confirm={words.subscriber.actions.payment}
      before={beforeOf(subscriber)}
      {...(may('payment.read') ? { tell: offerReceipt } : {})}
      input={
        isComplete
          ? { serviceid, amt, mode, ...(reference.trim() === '' ? {} : { ref_no: reference.trim() }) }
          : undefined
      }
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={w.mode}
        fullWidth
        size="xs"
        value={mode}
        onChange={(chosen) => setMode(chosen as Mode)}
        data={MODES.map((value) => ({ value, label: w.modes[value] }))}
      />
      <Group grow align="flex-start">
        <TextInput
          label={w.amount}
          leftSection={currency()}
          leftSectionWidth={52}
          inputMode="decimal"
          value={amt}
          onChange={({ currentTarget }) => setAmt(currentTarget.value.trim())}
          error={amt !== '' && !isAmount(amt) ? words.common.badAmount : undefined}
          data-autofocus
        />
        {mode !== 'Cash' && (
          <TextInput
            label={w.reference}
            value={reference}
            onChange={({ currentTarget }) => setReference(currentTarget.value)}
          />
        )}
      </Group>
    </PreviewDialog>
  );
}
