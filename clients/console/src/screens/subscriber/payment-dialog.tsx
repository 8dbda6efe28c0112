import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Input, Output } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
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

/** Takes a payment. The amount due is filled in. */
export function PaymentDialog({ subscriber, onClose }: DialogProps) {
  const { serviceid, os_amt } = subscriber.service;
  const due = isAbove0(os_amt) ? os_amt : (subscriber.subplan?.price ?? '');
  const [transfer, setTransfer] = useState<Transfer<Mode>>({ amt: due, mode: 'Cash', reference: '' });
  const taken = transferOf(transfer);
  const may = useMay();
  return (
    <PreviewDialog
      path="payment.new"
      title={words.preview.paymentTitle}
      confirm={words.subscriber.actions.payment}
      before={beforeOf(subscriber)}
      {...(may('payment.read') ? { tell: offerReceipt } : {})}
      input={taken && { serviceid, ...taken }}
      onClose={onClose}
    >
      <TransferFields modes={MODES} value={transfer} onChange={setTransfer} isFirst />
    </PreviewDialog>
  );
}
