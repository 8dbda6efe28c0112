import { Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import type { Outcome } from '../../ui/effects.ts';
import { useFarAmount } from '../../ui/far-amount.tsx';
import { isAbove0, isAmount, money, sumOf } from '../../ui/money.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';
import { AmountField } from './money-fields.tsx';
import { useUsualAmount } from './period-price.ts';

type Adjustment = Input<'service.adjust'>;

const TYPES = ['Credit', 'Debit'] as const;
const TAXES = ['Inclusive', 'Exclusive', 'None'] as const;

interface Form {
  readonly type: (typeof TYPES)[number];
  readonly amt: string;
  readonly tax: (typeof TAXES)[number];
  readonly description: string;
  readonly reason: string;
  readonly invoiceid: string | null;
}

const EMPTY: Form = { type: 'Credit', amt: '', tax: 'Inclusive', description: '', reason: '', invoiceid: null };

function inputOf(serviceid: number, form: Form): Omit<Adjustment, 'preview' | 'idempotency_key'> | undefined {
  const { type, amt, tax, description, reason, invoiceid } = form;
  if (!isAmount(amt) || !isAbove0(amt) || reason.trim() === '') return undefined;
  return {
    ...{ serviceid, type, amt, tax, reason: reason.trim() },
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(type === 'Credit' && invoiceid !== null ? { invoiceid: Number(invoiceid) } : {}),
  };
}

/** With its tax, and without what it pays for. */
const adjustedBy = ({ charges }: Outcome): string =>
  money(sumOf(charges.filter(({ kind }) => kind === 'adjustment').map(({ total }) => total)).replace('-', ''));

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** Charges or credits by hand. */
export function AdjustDialog({ subscriber, onClose }: DialogProps) {
  const { serviceid } = subscriber.service;
  const [form, setForm] = useState(EMPTY);
  const change = (changed: Partial<Form>) => setForm((before) => ({ ...before, ...changed }));
  const name = fullName(subscriber);
  const w = words.adjusting;
  const input = inputOf(serviceid, form);
  const far = useFarAmount(input?.amt, {
    expected: useUsualAmount(subscriber),
    above: words.preview.farAdjustment,
  });
  const { labelled } = words.preview;
  const { credited, debited } = words.told;
  return (
    <PreviewDialog
      path="service.adjust"
      title={w.adjustTitle}
      name={name}
      confirm={(preview) => (preview ? labelled(w.confirms[form.type], adjustedBy(preview)) : w.confirms[form.type])}
      tell={(preview) => (form.type === 'Credit' ? credited : debited)(adjustedBy(preview), name)}
      input={input}
      isHeld={far.isHeld}
      asks={() => far.question}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={w.type}
        fullWidth
        size="xs"
        value={form.type}
        onChange={(type) => change({ type: type as Form['type'] })}
        data={TYPES.map((value) => ({ value, label: w.types[value] }))}
      />
      <Group grow align="flex-start">
        <AmountField value={form.amt} onChange={(amt) => change({ amt })} isFirst />
        <Select
          label={w.tax}
          value={form.tax}
          onChange={(tax) => tax && change({ tax: tax as Form['tax'] })}
          allowDeselect={false}
          data={TAXES.map((value) => ({ value, label: w.taxes[value] }))}
        />
      </Group>
      {form.type === 'Credit' && (
        <Invoices serviceid={serviceid} value={form.invoiceid} onChange={(invoiceid) => change({ invoiceid })} />
      )}
      <TextInput
        label={w.description}
        maxLength={100}
        value={form.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <ReasonField value={form.reason} onChange={(reason) => change({ reason })} />
    </PreviewDialog>
  );
}

interface InvoicesProps {
  readonly serviceid: number;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** The newest invoices, of which a credit may be a part. */
function Invoices({ serviceid, value, onChange }: InvoicesProps) {
  const may = useMay();
  const input = { serviceid, sort_order: 'desc', rows_limit: 20 } as const;
  const invoices = useQuery({ ...askRows('invoice.list', input), enabled: may('payment.read') });
  const offered = (invoices.data ?? []).filter(({ total }) => isAbove0(total));
  if (offered.length === 0) return null;
  return (
    <Select
      label={words.adjusting.invoice}
      placeholder={words.adjusting.noInvoice}
      value={value}
      onChange={onChange}
      clearable
      data={offered.map(({ id, document_no, total }) => ({
        value: String(id),
        label: `${document_no} · ${money(total)}`,
      }))}
    />
  );
}
