import { Alert, Checkbox, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input, Output } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { today } from '../../ui/day.ts';
import { Icon } from '../../ui/icons.tsx';
import { isAbove0 } from '../../ui/money.ts';
import { ReceiptOffer } from '../../ui/pdf-button.tsx';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { words } from '../../words/words.ts';
import { type Transfer, TransferFields, transferOf } from './money-fields.tsx';
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

/** What a period costs with its taxes, undefined until it is known. Of a plan that is sold no more: the price in the plan. */
function usePeriodPrice({ service, subplan }: SubscriberRecord, isWanted: boolean): string | undefined {
  const { reseller } = useMe();
  const { planid, subplanid, prepaid_postpaid, discount_percent, discount_amt, resellerid } = service;
  const seller = reseller ? {} : { resellerid };
  const quote = useQuery({
    ...ask('plan.quote', { planid, subplanid, prepaid_postpaid, discount_percent, discount_amt, ...seller }),
    enabled: isWanted,
  });
  return quote.isError ? (subplan?.price ?? '') : quote.data?.price;
}

/** Takes a payment. The amount due is filled in; where nothing is due, that of a period. */
export function PaymentDialog({ subscriber, onClose }: DialogProps) {
  const { os_amt } = subscriber.service;
  const isDue = isAbove0(os_amt);
  const price = usePeriodPrice(subscriber, !isDue);
  const amt = isDue ? os_amt : price;
  // An amount that came later would be put into what is being typed.
  return amt === undefined ? null : <TakingDialog subscriber={subscriber} onClose={onClose} amt={amt} />;
}

function TakingDialog({ subscriber, onClose, amt }: DialogProps & { readonly amt: string }) {
  const { serviceid } = subscriber.service;
  const [transfer, setTransfer] = useState<Transfer<Mode>>({ amt, mode: 'Cash', reference: '' });
  const [paidOn, setPaidOn] = useState('');
  const [isAnother, setAnother] = useState(false);
  const taken = transferOf(transfer);
  const may = useMay();
  // Another reference was not insisted on.
  const changeTransfer = (next: Transfer<Mode>) => {
    if (next.reference !== transfer.reference) setAnother(false);
    setTransfer(next);
  };
  const options = { ...(paidOn && { payment_date: paidOn }), ...(isAnother && { allow_duplicate: true }) };
  return (
    <PreviewDialog
      path="payment.new"
      title={words.preview.paymentTitle}
      confirm={words.subscriber.actions.payment}
      before={beforeOf(subscriber)}
      {...(may('payment.read') ? { tell: offerReceipt } : {})}
      input={taken && { serviceid, ...taken, ...options }}
      asks={({ duplicate_of }) =>
        duplicate_of !== null && <SameReference id={duplicate_of} value={isAnother} onChange={setAnother} />
      }
      onClose={onClose}
    >
      <TransferFields modes={MODES} value={transfer} onChange={changeTransfer} isFirst />
      <TextInput
        type="date"
        label={words.preview.paidOn}
        max={today()}
        value={paidOn}
        onChange={({ currentTarget }) => setPaidOn(currentTarget.value)}
      />
    </PreviewDialog>
  );
}

interface SameReferenceProps {
  readonly id: number;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** The money may be entered twice: who knows better says so. */
function SameReference({ id, value, onChange }: SameReferenceProps) {
  const w = words.preview;
  return (
    <Alert color="amber" icon={<Icon name="alert" />} role="status">
      {w.sameReference(id)}
      <Checkbox
        mt="xs"
        label={w.anotherPayment}
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Alert>
  );
}
