import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { today } from '../../ui/day.ts';
import { useFarAmount } from '../../ui/far-amount.tsx';
import { isAbove0, money } from '../../ui/money.ts';
import { ReceiptOffer } from '../../ui/pdf-button.tsx';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { ToInsistOn } from '../../ui/to-insist-on.tsx';
import { words } from '../../words/words.ts';
import { type Transfer, TransferFields, transferOf } from './money-fields.tsx';
import { usePeriodPrice } from './period-price.ts';

type Mode = Input<'payment.new'>['mode'];

const MODES: readonly Mode[] = ['Cash', 'Online', 'Card', 'Bank', 'Cheque', 'DD'];

/** Time enough to see that there is a receipt, and to want it. */
const RECEIPT_MS = 20_000;

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** Takes a payment. The amount due is filled in; where nothing is due, that of a period. */
export function PaymentDialog({ subscriber, onClose }: DialogProps) {
  const { os_amt } = subscriber.service;
  const isDue = isAbove0(os_amt);
  const price = usePeriodPrice(subscriber, !isDue);
  const amt = isDue ? os_amt : price;
  // An amount that came later would be put into what is being typed.
  return amt === undefined ? null : <TakingDialog subscriber={subscriber} onClose={onClose} amt={amt} isDue={isDue} />;
}

interface TakingProps extends DialogProps {
  /** What is filled in. */
  readonly amt: string;
  /** Of an advance nobody knows how small it may be. */
  readonly isDue: boolean;
}

function TakingDialog({ subscriber, onClose, amt, isDue }: TakingProps) {
  const { serviceid } = subscriber.service;
  const name = fullName(subscriber);
  const [transfer, setTransfer] = useState<Transfer<Mode>>({ amt, mode: 'Cash', reference: '' });
  const [paidOn, setPaidOn] = useState('');
  const [isAnother, setAnother] = useState(false);
  const w = words.preview;
  const taken = transferOf(transfer);
  const below = isDue ? { below: w.farBelow } : {};
  const far = useFarAmount(taken?.amt, { expected: amt || undefined, above: w.farFrom, ...below });
  const mayRead = useMay()('payment.read');
  // A ticked box counts for one reference: a new one asks again.
  const changeTransfer = (next: Transfer<Mode>) => {
    if (next.reference !== transfer.reference) setAnother(false);
    setTransfer(next);
  };
  const options = { ...(paidOn && { payment_date: paidOn }), ...(isAnother && { allow_duplicate: true }) };
  const sentence = taken ? w.taken(money(taken.amt), w.modes[taken.mode], name) : w.done;
  return (
    <PreviewDialog
      path="payment.new"
      title={w.paymentTitle}
      name={name}
      confirm={() => (taken ? w.take(money(taken.amt)) : words.subscriber.actions.payment)}
      tell={(_preview, id) =>
        typeof id === 'number' && mayRead ? <ReceiptOffer id={id} taken={sentence} /> : sentence
      }
      tellsForMs={RECEIPT_MS}
      input={taken && { serviceid, ...taken, ...options }}
      isHeld={far.isHeld}
      asks={({ duplicate_of }) => (
        <>
          {duplicate_of !== null && (
            <ToInsistOn
              problem={w.sameReference(duplicate_of)}
              label={w.anotherPayment}
              value={isAnother}
              onChange={setAnother}
            />
          )}
          {far.question}
        </>
      )}
      onClose={onClose}
    >
      <TransferFields modes={MODES} value={transfer} onChange={changeTransfer} isFirst />
      <TextInput
        type="date"
        label={w.paidOn}
        max={today()}
        value={paidOn}
        onChange={({ currentTarget }) => setPaidOn(currentTarget.value)}
      />
    </PreviewDialog>
  );
}
