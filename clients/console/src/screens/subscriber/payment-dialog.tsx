import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input, Output } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { today } from '../../ui/day.ts';
import { isAbove0, isMoreThan, money } from '../../ui/money.ts';
import { ReceiptOffer } from '../../ui/pdf-button.tsx';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { beforeOf, fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';
import { type Transfer, TransferFields, transferOf } from './money-fields.tsx';
import { ToInsistOn } from './to-insist-on.tsx';

type Mode = Input<'payment.new'>['mode'];

const MODES: readonly Mode[] = ['Cash', 'Online', 'Card', 'Bank', 'Cheque', 'DD'];

/** Time enough to see that there is a receipt, and to want it. */
const RECEIPT_MS = 20_000;

function tell(id: Output<'payment.new'>, { taken, mayRead }: { taken: string; mayRead: boolean }): void {
  const message = typeof id === 'number' && mayRead ? <ReceiptOffer id={id} taken={taken} /> : taken;
  notifications.show({ message, color: 'green', autoClose: RECEIPT_MS });
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

/** More is a digit too many rather than an advance. */
const FAR = 5n;

function TakingDialog({ subscriber, onClose, amt }: DialogProps & { readonly amt: string }) {
  const { serviceid } = subscriber.service;
  const [transfer, setTransfer] = useState<Transfer<Mode>>({ amt, mode: 'Cash', reference: '' });
  const [paidOn, setPaidOn] = useState('');
  const [isAnother, setAnother] = useState(false);
  const [isMeant, setMeant] = useState(false);
  const w = words.preview;
  const taken = transferOf(transfer);
  const isFar = taken !== undefined && isAbove0(amt) && isMoreThan(taken.amt, FAR, amt);
  const mayRead = useMay()('payment.read');
  // A ticked box counts for one reference and one amount: a new one asks again.
  const changeTransfer = (next: Transfer<Mode>) => {
    if (next.reference !== transfer.reference) setAnother(false);
    if (next.amt !== transfer.amt) setMeant(false);
    setTransfer(next);
  };
  const options = { ...(paidOn && { payment_date: paidOn }), ...(isAnother && { allow_duplicate: true }) };
  const sentence = taken && w.taken(money(taken.amt), w.modes[taken.mode], fullName(subscriber));
  return (
    <PreviewDialog
      path="payment.new"
      title={w.paymentTitle}
      confirm={taken ? w.take(money(taken.amt)) : words.subscriber.actions.payment}
      before={beforeOf(subscriber)}
      tell={(id) => tell(id, { taken: sentence ?? w.done, mayRead })}
      input={taken && { serviceid, ...taken, ...options }}
      isHeld={isFar && !isMeant}
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
          {isFar && taken && (
            <ToInsistOn
              problem={w.farFrom(money(taken.amt), money(amt))}
              label={w.amountIsRight}
              value={isMeant}
              onChange={setMeant}
            />
          )}
        </>
      )}
      onClose={onClose}
    >
      <TransferFields
        modes={MODES}
        value={transfer}
        onChange={changeTransfer}
        isFirst
        isToBeRead={transfer.amt === amt}
      />
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
