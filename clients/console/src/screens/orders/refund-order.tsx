import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Input } from '../../api/client.ts';
import { Unanswered } from '../../ui/change-fault.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fields } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { isAbove0, isAmount, money, sumOf } from '../../ui/money.ts';
import { Moved } from '../../ui/moved.tsx';
import { newKey } from '../../ui/new-key.ts';
import { Refusal } from '../../ui/preview.tsx';
import { useConfirmKeys } from '../../ui/use-confirm-keys.ts';
import { useForm } from '../../ui/use-form.ts';
import { words } from '../../words/words.ts';
import type { Order } from './order.ts';

interface RefundOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Gives money of an order back, by its provider. All that is left is filled in. */
export function RefundOrder({ order, onClose, onDone }: RefundOrderProps) {
  const { id, paid_amt, returned_amt } = order;
  const w = words.orders;
  const name = order.username ?? '';
  const form = useForm('order.refund', [{ name: 'amt', initial: sumOf([paid_amt, `-${returned_amt}`]) }, 'reason']);
  const change = useChange('order.refund');
  // Sent again after a lost answer, it gives nothing back a second time.
  const [idempotency_key] = useState(newKey);
  const { amt = '' } = form.values;
  const isReady = isAmount(amt) && isAbove0(amt);
  const keys = useConfirmKeys(isReady);
  const submit = () =>
    change.mutate({ ...form.sent(), id, idempotency_key } as Input<'order.refund'>, {
      onSuccess: ({ status }) => {
        notifications.show({ message: w.refunded(money(amt), name, w.refunds[status]) });
        onDone();
      },
    });
  const refusal = form.faultsOf(change.error).rest;
  return (
    <Dialog onClose={onClose} title={`${w.refund}: ${name}`}>
      <Form onSubmit={submit}>
        <Stack gap="sm" onKeyDown={keys.onKeyDown}>
          <Text c="dimmed">{w.refundLead}</Text>
          <Fields form={form} error={change.error} />
          {change.isUnknown && <Unanswered />}
          {!change.isUnknown && refusal && <Refusal sentence={refusal} />}
          <Text>
            {w.returned}:{' '}
            <Moved before={money(returned_amt)} after={isReady ? money(sumOf([returned_amt, amt])) : undefined} />
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={!isReady} ref={keys.button}>
              {isReady ? words.preview.labelled(w.refund, money(amt)) : w.refund}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
