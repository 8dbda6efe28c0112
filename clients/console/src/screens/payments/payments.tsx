import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { CancelButton, CancelDialog } from '../../ui/cancel-payment.tsx';
import { day } from '../../ui/day.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { money } from '../../ui/money.ts';
import { PdfButton } from '../../ui/pdf-button.tsx';
import { Status } from '../../ui/status.tsx';
import { beginTask } from '../../ui/tasks.ts';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Payment = Row<'payment.list'>;

const MODES = ['Cash', 'Online', 'Card', 'Bank', 'Cheque', 'DD'] as const;

function paymentList(onCancel: (payment: Payment) => void): ListSpec<Payment> {
  const w = words.payments;
  const { modes } = words.preview;
  return {
    title: w.title,
    path: 'payment.list',
    keyOf: ({ id }) => id,
    sort: 'id',
    order: 'desc',
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      {
        key: 'date',
        title: w.date,
        width: 112,
        rank: 0,
        sort: 'payment_date',
        fields: ['payment_date'],
        cell: ({ payment_date }) => day(payment_date),
      },
      {
        key: 'username',
        title: w.username,
        width: 140,
        grow: 1.5,
        rank: 0,
        cell: ({ username }) => <Strong>{username}</Strong>,
      },
      { key: 'amt', title: w.amount, width: 110, end: true, rank: 0, sort: 'amt', cell: ({ amt }) => money(amt) },
      { key: 'mode', title: w.mode, width: 90, rank: 1, cell: ({ mode }) => modes[mode] },
      { key: 'status', title: w.status, width: 110, rank: 2, cell: ({ status }) => <Status of={status} /> },
      { key: 'ref_no', title: w.reference, width: 130, rank: 4, cell: ({ ref_no }) => ref_no },
      { key: 'collected_by', title: w.collectedBy, width: 130, rank: 3, cell: ({ collected_by }) => collected_by },
      {
        key: 'receipt',
        title: w.receipt,
        width: 92,
        rank: 1,
        fields: [],
        cell: (payment) => (
          <>
            <PdfButton path="payment.receipt" id={payment.id} />
            <CancelButton payment={payment} onClick={() => onCancel(payment)} />
          </>
        ),
      },
      { key: 'id', title: w.id, width: 90, end: true, rank: 5, extra: true, sort: 'id', cell: ({ id }) => id },
    ],
    narrow: (row) => ({
      title: row.username,
      detail: `${day(row.payment_date)} · ${modes[row.mode]}`,
      end: money(row.amt),
      endDetail: <Status of={row.status} />,
    }),
    filters: [
      {
        key: 'mode',
        label: w.mode,
        kind: 'choice',
        pinned: true,
        choices: MODES.map((value) => ({ value, label: modes[value] })),
      },
      { key: 'paid_from', label: w.from, kind: 'day', pinned: true },
      { key: 'paid_upto', label: w.upto, kind: 'day', pinned: true },
      {
        key: 'status',
        label: w.status,
        kind: 'choice',
        choices: (['Paid', 'Cancelled'] as const).map((value) => ({ value, label: words.status[value] })),
      },
      { key: 'serviceid', label: w.serviceid, kind: 'number' },
      { key: 'id', label: w.id, kind: 'number' },
    ],
  };
}

/** The counter: who paid what. */
export function Payments() {
  const navigate = useNavigate();
  const may = useMay();
  const take = () => beginTask('payment');
  const [toCancel, setToCancel] = useState<Payment>();
  return (
    <>
      <ListScreen
        spec={paymentList(setToCancel)}
        onOpen={({ serviceid }) =>
          void navigate({ to: `/subscribers/${serviceid}`, search: { tab: 'payments' } as never })
        }
        actions={
          may('payment.write') ? (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={take}>
              {words.payments.take}
            </Button>
          ) : null
        }
      />
      {toCancel && <CancelDialog payment={toCancel} onClose={() => setToCancel(undefined)} />}
    </>
  );
}
