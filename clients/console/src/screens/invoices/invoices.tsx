import { useNavigate } from '@tanstack/react-router';
import type { Row } from '../../api/client.ts';
import type { Column } from '../../ui/columns.tsx';
import { day } from '../../ui/day.ts';
import { invoiceStatus } from '../../ui/invoice-status.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { money } from '../../ui/money.ts';
import { PdfButton } from '../../ui/pdf-button.tsx';
import { Status } from '../../ui/status.tsx';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Invoice = Row<'invoice.list'>;

function invoiceList(): ListSpec<Invoice> {
  const w = words.invoices;
  return {
    title: w.title,
    path: 'invoice.list',
    keyOf: ({ id }) => id,
    sort: 'id',
    order: 'desc',
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: columns(),
    narrow: (row) => ({
      title: row.username,
      detail: `${row.document_no} · ${day(row.due_on)}`,
      end: money(row.total, row.currency),
      endDetail: <Status of={invoiceStatus(row)} />,
    }),
    filters: [
      { key: 'document_no', label: w.number, kind: 'text', pinned: true },
      { key: 'paid', label: w.isPaid, kind: 'flag', pinned: true },
      { key: 'due_upto', label: w.dueUpto, kind: 'day', pinned: true },
      { key: 'issued_from', label: w.from, kind: 'day' },
      { key: 'issued_upto', label: w.upto, kind: 'day' },
      { key: 'serviceid', label: w.serviceid, kind: 'number' },
      { key: 'id', label: w.id, kind: 'number' },
    ],
  };
}

function columns(): Column<Invoice>[] {
  const w = words.invoices;
  return [
    {
      key: 'document_no',
      title: w.number,
      width: 130,
      grow: 1.2,
      rank: 0,
      sort: 'document_no',
      cell: ({ document_no }) => <Strong>{document_no}</Strong>,
    },
    { key: 'username', title: w.username, width: 140, grow: 1.5, rank: 0, cell: ({ username }) => username },
    {
      key: 'issued_on',
      title: w.issued,
      width: 112,
      rank: 3,
      sort: 'issued_on',
      cell: ({ issued_on }) => day(issued_on),
    },
    { key: 'due_on', title: w.due, width: 112, rank: 2, sort: 'due_on', cell: ({ due_on }) => day(due_on) },
    {
      key: 'net',
      title: w.net,
      width: 110,
      end: true,
      rank: 6,
      extra: true,
      cell: ({ net, currency }) => money(net, currency),
    },
    { key: 'tax', title: w.tax, width: 100, end: true, rank: 5, cell: ({ tax, currency }) => money(tax, currency) },
    {
      key: 'total',
      title: w.total,
      width: 110,
      end: true,
      rank: 0,
      cell: ({ total, currency }) => money(total, currency),
    },
    {
      key: 'paid_amt',
      title: w.paid,
      width: 110,
      end: true,
      rank: 4,
      cell: ({ paid_amt, currency }) => money(paid_amt, currency),
    },
    {
      key: 'status',
      title: w.status,
      width: 110,
      rank: 1,
      fields: ['paid'],
      cell: (row) => <Status of={invoiceStatus(row)} />,
    },
    {
      key: 'pdf',
      title: '',
      width: 48,
      grow: 0,
      rank: 2,
      end: true,
      fields: [],
      cell: ({ id }) => <PdfButton path="invoice.pdf" id={id} />,
    },
  ];
}

export function Invoices() {
  const navigate = useNavigate();
  return (
    <ListScreen
      spec={invoiceList()}
      onOpen={({ serviceid }) =>
        void navigate({ to: `/subscribers/${serviceid}`, search: { tab: 'invoices' } as never })
      }
    />
  );
}
