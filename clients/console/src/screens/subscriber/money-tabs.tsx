import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output, Row } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { CancelButton, CancelDialog } from '../../ui/cancel-payment.tsx';
import { day } from '../../ui/day.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import { invoiceStatus } from '../../ui/invoice-status.ts';
import { money } from '../../ui/money.ts';
import { PagedTable, PlainTable, type TableColumn } from '../../ui/paged-table.tsx';
import { PdfButton } from '../../ui/pdf-button.tsx';
import { Status } from '../../ui/status.tsx';
import { words } from '../../words/words.ts';

interface TabProps {
  readonly serviceid: number;
}

export function Invoices({ serviceid }: TabProps) {
  const w = words.subscriber;
  const columns: TableColumn<Row<'invoice.list'>>[] = [
    { title: w.number, cell: ({ document_no }) => document_no },
    { title: w.date, cell: ({ issued_on }) => day(issued_on) },
    { title: w.due, wide: true, cell: ({ due_on }) => day(due_on) },
    { title: w.amount, end: true, cell: ({ total, currency }) => money(total, currency) },
    { title: w.paid, end: true, wide: true, cell: ({ paid_amt, currency }) => money(paid_amt, currency) },
    { title: w.status, cell: (invoice) => <Status of={invoiceStatus(invoice)} /> },
    { title: '', end: true, cell: ({ id }) => <PdfButton path="invoice.pdf" id={id} /> },
  ];
  return (
    <PagedTable
      path="invoice.list"
      input={{ serviceid, sort_order: 'desc' }}
      columns={columns}
      keyOf={({ id }) => id}
      label={w.tabs.invoices}
    />
  );
}

export function Payments({ serviceid }: TabProps) {
  const w = words.subscriber;
  const [toCancel, setToCancel] = useState<Row<'payment.list'>>();
  const columns: TableColumn<Row<'payment.list'>>[] = [
    { title: w.date, cell: ({ payment_date }) => day(payment_date) },
    { title: w.amount, end: true, cell: ({ amt }) => money(amt) },
    { title: w.mode, cell: ({ mode }) => words.preview.modes[mode] },
    { title: w.reference, wide: true, cell: ({ ref_no }) => ref_no },
    { title: w.collectedBy, wide: true, cell: ({ collected_by }) => collected_by },
    { title: w.status, cell: ({ status }) => <Status of={status} /> },
    {
      title: '',
      end: true,
      cell: (payment) => (
        <>
          <PdfButton path="payment.receipt" id={payment.id} />
          <CancelButton payment={payment} onClick={() => setToCancel(payment)} />
        </>
      ),
    },
  ];
  return (
    <>
      <PagedTable
        path="payment.list"
        input={{ serviceid, sort_order: 'desc' }}
        columns={columns}
        keyOf={({ id }) => id}
        label={w.tabs.payments}
      />
      {toCancel && <CancelDialog payment={toCancel} onClose={() => setToCancel(undefined)} />}
    </>
  );
}

type Entry = Output<'service.statement'>['entries'][number];

/** Adjustments are named as such: their own text may be anything. */
function entryText({ kind, memo }: Entry): string {
  const names: Readonly<Record<string, string>> = words.adjusting.entries;
  const name = names[kind];
  if (name === undefined) return memo ?? kind;
  return kind === 'adjustment' && memo ? `${name}: ${memo}` : name;
}

/** A payment may have been made on another day than that on which it was entered. */
const entryDay = ({ date, payment_date }: Entry): string =>
  payment_date === null || payment_date === date
    ? day(date)
    : `${day(date)}, ${words.subscriber.paidOn(day(payment_date))}`;

export function Statement({ serviceid }: TabProps) {
  const w = words.subscriber;
  const statement = useQuery(ask('service.statement', { serviceid, rows_limit: 100 }));
  const columns: TableColumn<Entry>[] = [
    { title: w.date, cell: entryDay },
    { title: w.entry, cell: entryText },
    { title: w.charge, end: true, cell: ({ debit }) => /[1-9]/.test(debit) && money(debit) },
    { title: w.payment, end: true, cell: ({ credit }) => /[1-9]/.test(credit) && money(credit) },
    { title: w.balance, end: true, cell: ({ balance }) => money(balance) },
  ];
  return (
    <Answer of={statement}>
      {({ entries, closing_balance }) =>
        entries.length === 0 ? (
          <Empty icon="receipt" title={w.none} hint={w.noneHint} />
        ) : (
          <>
            <PlainTable label={w.tabs.statement} columns={columns} rows={entries} keyOf={({ id }) => id} />
            <Text ta="end" mt="xs" fw={600}>
              {w.balance} {money(closing_balance)}
            </Text>
          </>
        )
      }
    </Answer>
  );
}
