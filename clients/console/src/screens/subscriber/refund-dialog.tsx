import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { money } from '../../ui/money.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { advanceOf, refundable, type RefundSource as Source } from '../../ui/refundable.ts';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';
import { type Transfer, TransferFields, transferOf } from './money-fields.tsx';

type Mode = Input<'payment.refund'>['mode'];

const MODES: readonly Mode[] = ['Bank', 'Cash', 'Card', 'Cheque', 'DD'];

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** Pays an advance or a deposit out. All of it is filled in. */
export function RefundDialog({ subscriber, onClose }: DialogProps) {
  const { serviceid, os_amt, deposit } = subscriber.service;
  const wholes: Readonly<Record<Source, string>> = { Advance: advanceOf(os_amt), Deposit: deposit };
  const sources = refundable(subscriber);
  const [of, setOf] = useState<Source>(sources[0] ?? 'Advance');
  const [transfer, setTransfer] = useState<Transfer<Mode>>({ amt: wholes[of], mode: 'Bank', reference: '' });
  const [reason, setReason] = useState('');
  const name = fullName(subscriber);
  const w = words.adjusting;
  const { labelled, modes } = words.preview;
  const { refund } = words.subscriber.actions;
  const taken = transferOf(transfer);
  const paidOut = reason.trim() === '' ? undefined : taken;
  return (
    <PreviewDialog
      path="payment.refund"
      title={w.refundTitle}
      name={name}
      confirm={() => (taken ? labelled(refund, money(taken.amt)) : refund)}
      tell={() => (taken ? words.told.refunded(money(taken.amt), modes[taken.mode], name) : words.preview.done)}
      input={paidOut && { serviceid, of, reason: reason.trim(), ...paidOut }}
      onClose={onClose}
    >
      {sources.length > 1 && (
        <SegmentedControl
          aria-label={w.of}
          fullWidth
          size="xs"
          value={of}
          onChange={(chosen) => {
            setOf(chosen as Source);
            setTransfer({ ...transfer, amt: wholes[chosen as Source] });
          }}
          data={sources.map((value) => ({ value, label: w.ofs[value] }))}
        />
      )}
      {of === 'Deposit' && <Text size="sm">{w.held(money(deposit))}</Text>}
      <TransferFields modes={MODES} value={transfer} onChange={setTransfer} />
      <ReasonField value={reason} onChange={setReason} isFirst />
    </PreviewDialog>
  );
}
