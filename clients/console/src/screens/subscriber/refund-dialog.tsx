import { Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { isAbove0, isAmount, money } from '../../ui/money.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { currency } from '../../ui/region.ts';
import { words } from '../../words/words.ts';
import { beforeOf, type SubscriberRecord } from './record.ts';

type Mode = Input<'payment.refund'>['mode'];
type Source = Input<'payment.refund'>['of'];

const MODES: readonly Mode[] = ['Bank', 'Cash', 'Card', 'Cheque', 'DD'];

/** The advance; an amount that is owed is none. */
const advanceOf = (os_amt: string): string => (os_amt.startsWith('-') ? os_amt.slice(1) : '0.00');

/** What there is to refund. */
export function refundable({ service: { os_amt, deposit } }: SubscriberRecord): Source[] {
  return [
    ...(isAbove0(advanceOf(os_amt)) ? (['Advance'] as const) : []),
    ...(isAbove0(deposit) && !isAbove0(os_amt) ? (['Deposit'] as const) : []),
  ];
}

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
  const [amt, setAmt] = useState(wholes[of]);
  const [mode, setMode] = useState<Mode>('Bank');
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const w = words.adjusting;
  const isComplete = isAmount(amt) && isAbove0(amt) && reason.trim() !== '';
  const ref = reference.trim() === '' ? {} : { ref_no: reference.trim() };
  return (
    <PreviewDialog
      path="payment.refund"
      title={w.refundTitle}
      confirm={words.subscriber.actions.refund}
      before={beforeOf(subscriber)}
      input={isComplete ? { serviceid, of, amt, mode, reason: reason.trim(), ...ref } : undefined}
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
            setAmt(wholes[chosen as Source]);
          }}
          data={sources.map((value) => ({ value, label: w.ofs[value] }))}
        />
      )}
      {of === 'Deposit' && <Text size="sm">{w.held(money(deposit))}</Text>}
      <SegmentedControl
        aria-label={words.preview.mode}
        fullWidth
        size="xs"
        value={mode}
        onChange={(chosen) => setMode(chosen as Mode)}
        data={MODES.map((value) => ({ value, label: words.preview.modes[value] }))}
      />
      <Group grow align="flex-start">
        <TextInput
          label={words.preview.amount}
          leftSection={currency()}
          leftSectionWidth={52}
          inputMode="decimal"
          value={amt}
          onChange={({ currentTarget }) => setAmt(currentTarget.value.trim())}
          error={amt !== '' && !isAmount(amt) ? words.common.badAmount : undefined}
        />
        {mode !== 'Cash' && (
          <TextInput
            label={words.preview.reference}
            value={reference}
            onChange={({ currentTarget }) => setReference(currentTarget.value)}
          />
        )}
      </Group>
      <TextInput
        label={w.reason}
        required
        maxLength={200}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data-autofocus
      />
    </PreviewDialog>
  );
}
