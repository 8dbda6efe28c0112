import { Alert, Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { useMay } from '../../api/session.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { isAbove0, money } from '../../ui/money.ts';
import { Refusal } from '../../ui/preview.tsx';
import { Status } from '../../ui/status.tsx';
import { Mono, Warn } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { LOOKS, type Order, REFUNDABLE } from './order.ts';
import { RefundOrder } from './refund-order.tsx';

interface OrderProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** An order, and what can be done about it. */
export function OrderDrawer({ order, onClose }: OrderProps) {
  const w = words.orders;
  return (
    <DetailsDrawer title={`${order.username ?? ''} · ${money(order.amt)}`} onClose={onClose}>
      <Facts
        facts={[
          [w.state, <Status key="state" of={LOOKS[order.status]} label={w.states[order.status]} />],
          [w.problem, order.problem && <Warn key="problem">{order.problem}</Warn>],
          [w.purpose, words.choices[order.purpose]],
          [w.paid, isAbove0(order.paid_amt) && money(order.paid_amt)],
          [w.returned, isAbove0(order.returned_amt) && money(order.returned_amt)],
          [w.created, instant(order.created_at)],
          [w.by, order.created_by],
          [w.expires, order.status === 'Open' && instant(order.expires_at)],
          [w.orderNo, order.order_no && <Mono key="no">{order.order_no}</Mono>],
          [w.id, String(order.id)],
        ]}
      />
      <Actions order={order} onClose={onClose} />
    </DetailsDrawer>
  );
}

function Actions({ order, onClose }: OrderProps) {
  const w = words.orders;
  const may = useMay();
  const navigate = useNavigate();
  const check = useChange('order.check');
  const [isRefunding, setRefunding] = useState(false);
  const { id, serviceid } = order;
  const subscriber = () => void navigate({ to: `/subscribers/${serviceid}`, search: { tab: 'payments' } as never });
  return (
    <>
      <Group gap="xs">
        {may('payment.write') && (
          <Button
            variant="default"
            leftSection={<Icon name="refresh" size={16} />}
            loading={check.isPending}
            onClick={() => check.mutate({ id })}
          >
            {w.check}
          </Button>
        )}
        <Button variant="default" leftSection={<Icon name="user" size={16} />} onClick={subscriber}>
          {words.messages.subscriber}
        </Button>
        {may('payment.refund') && REFUNDABLE.includes(order.status) && (
          <Button variant="subtle" color="red" onClick={() => setRefunding(true)}>
            {w.refund}
          </Button>
        )}
      </Group>
      {check.error && <Refusal sentence={sentenceOf(check.error)} />}
      {check.data && (
        <Alert color="green" icon={<Icon name="check" />} role="status">
          {w.checked(w.states[check.data.status], money(check.data.paid_amt))}
        </Alert>
      )}
      {isRefunding && <RefundOrder order={order} onClose={() => setRefunding(false)} onDone={onClose} />}
    </>
  );
}
