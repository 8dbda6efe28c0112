import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { today } from '../../ui/day.ts';
import { useFarAmount } from '../../ui/far-amount.tsx';
import { isAbove0, money, sumOf } from '../../ui/money.ts';
import { ReceiptOffer } from '../../ui/pdf-button.tsx';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { ToInsistOn } from '../../ui/to-insist-on.tsx';
import type { PreviewOutput } from '../../ui/use-preview.ts';
import { words } from '../../words/words.ts';
import { type Transfer, TransferFields, transferOf } from './money-fields.tsx';
import { usePeriodPrice } from './period-price.ts';

type Mode = Input<'payment.new'>['mode'];

const MODES: readonly Mode[] = ['Cash', 'Online', 'Card', 'Bank', 'Cheque', 'DD'];

/** More than a customer has. */
const MAX_SERVICES = 100;

/** Time enough to see that there is a receipt, and to want it. */
const RECEIPT_MS = 20_000;

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** Takes a payment. The amount due is filled in; where nothing is due, that of a period. */
export function PaymentDialog({ subscriber, onClose }: DialogProps) {
  const { os_amt, customerid } = subscriber.service;
  const { data: services } = useQuery(askRows('service.list', { customerid, rows_limit: MAX_SERVICES }));
  const isDue = isAbove0(os_amt);
  const price = usePeriodPrice(subscriber, !isDue);
  const amt = isDue ? os_amt : price;
  // An amount that came later would be put into what is being typed.
  if (amt === undefined || services === undefined) return null;
  const dues = services.map((service) => service.os_amt).filter(isAbove0);
  const all = services.length > 1 ? { count: services.length, due: sumOf(dues) } : undefined;
  return <TakingDialog {...{ subscriber, onClose, amt, isDue, all }} />;
}

interface TakingProps extends DialogProps {
  /** What is filled in. */
  readonly amt: string;
  /** Of an advance nobody knows how small it may be. */
  readonly isDue: boolean;
  /** All services of the customer, where there are several. */
  readonly all: { readonly count: number; readonly due: string } | undefined;
}

function TakingDialog({ subscriber, onClose, amt, isDue, all }: TakingProps) {
  const { serviceid, customerid } = subscriber.service;
  const [isForAll, setForAll] = useState(false);
  const expected = isForAll && all ? all.due : amt;
  const name = fullName(subscriber);
  const [transfer, setTransfer] = useState<Transfer<Mode>>({ amt, mode: 'Cash', reference: '' });
  const [paidOn, setPaidOn] = useState('');
  const [isAnother, setAnother] = useState(false);
  const w = words.preview;
  const taken = transferOf(transfer);
  const below = isDue ? { below: w.farBelow } : {};
  const far = useFarAmount(taken?.amt, { expected: expected || undefined, above: w.farFrom, ...below });
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
        typeof id === 'number' && mayRead && !isForAll ? <ReceiptOffer id={id} taken={sentence} /> : sentence
      }
      tellsForMs={RECEIPT_MS}
      input={taken && { ...(isForAll ? { customerid } : { serviceid }), ...taken, ...options }}
      isHeld={far.isHeld}
      asks={(shown) => (
        <>
          <Repeated of={duplicateOf(shown)} value={isAnother} onChange={setAnother} />
          {far.question}
        </>
      )}
      onClose={onClose}
    >
      {all && (
        <Checkbox
          label={w.forAll(all.count, money(all.due))}
          checked={isForAll}
          onChange={({ currentTarget: { checked } }) => {
            setForAll(checked);
            setTransfer({ ...transfer, amt: checked ? all.due : amt });
          }}
        />
      )}
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

interface RepeatedProps {
  /** The payment that has the reference already; null: none. */
  readonly of: number | null;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** Asks whether a payment with the reference of another one is meant. */
function Repeated({ of, value, onChange }: RepeatedProps) {
  const w = words.preview;
  if (of === null) return null;
  return <ToInsistOn problem={w.sameReference(of)} label={w.anotherPayment} value={value} onChange={onChange} />;
}

/** The same for each service of a payment. */
const duplicateOf = (shown: PreviewOutput<'payment.new'>): number | null =>
  ('length' in shown ? shown[0] : shown)?.duplicate_of ?? null;
