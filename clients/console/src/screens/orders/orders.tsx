import { useState } from 'react';
import { instant } from '../../ui/instant.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { isAbove0, money } from '../../ui/money.ts';
import { Status } from '../../ui/status.tsx';
import { Dim, Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { LOOKS, type Order } from './order.ts';
import { OrderDrawer } from './order-drawer.tsx';

const state = ({ status }: Order) => <Status of={LOOKS[status]} label={words.orders.states[status]} />;
const moved = (amt: string) => (isAbove0(amt) ? money(amt) : <Dim>–</Dim>);

function orderList(): ListSpec<Order> {
  const w = words.orders;
  return {
    title: w.title,
    path: 'order.list',
    keyOf: ({ id }) => id,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      { key: 'created_at', title: w.created, width: 130, rank: 1, cell: ({ created_at }) => instant(created_at) },
      {
        ...{ key: 'username', title: w.username, width: 140, grow: 1.4, rank: 0 },
        cell: ({ username }) => <Strong>{username}</Strong>,
      },
      { key: 'amt', title: w.amount, width: 110, end: true, rank: 0, cell: ({ amt }) => money(amt) },
      { key: 'status', title: w.state, width: 190, rank: 0, cell: state },
      { key: 'paid_amt', title: w.paid, width: 110, end: true, rank: 2, cell: ({ paid_amt }) => moved(paid_amt) },
      {
        ...{ key: 'returned_amt', title: w.returned, width: 110, end: true, rank: 4 },
        cell: ({ returned_amt }) => moved(returned_amt),
      },
      { key: 'purpose', title: w.purpose, width: 100, rank: 5, cell: ({ purpose }) => words.choices[purpose] },
      { key: 'problem', title: w.problem, width: 200, grow: 1.4, rank: 3, cell: ({ problem }) => problem },
      { key: 'id', title: w.id, width: 90, end: true, rank: 6, extra: true, cell: ({ id }) => id },
    ],
    narrow: (row) => ({
      title: row.username,
      detail: instant(row.created_at),
      end: money(row.amt),
      endDetail: state(row),
    }),
    filters: [
      {
        ...{ key: 'status', label: w.state, kind: 'choice', pinned: true },
        choices: Object.entries(w.states).map(([value, label]) => ({ value, label })),
      },
      { key: 'serviceid', label: w.serviceid, kind: 'number' },
      { key: 'id', label: w.id, kind: 'number' },
    ],
  };
}

/** What was to be paid on the Internet, and what came of it. */
export function Orders() {
  const [order, setOrder] = useState<Order>();
  return (
    <ListScreen spec={orderList()} onOpen={setOrder}>
      {order && <OrderDrawer order={order} onClose={() => setOrder(undefined)} />}
    </ListScreen>
  );
}
