import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send, useChange } from '../api/change.ts';
import type { Input } from '../api/client.ts';
import { words } from '../words/words.ts';
import { Unanswered } from './change-fault.tsx';
import { Dialog } from './dialog.tsx';
import { Fields } from './fields.tsx';
import { Form } from './form.tsx';
import type { FieldSpec } from './form-fields.ts';
import { Refusal } from './preview.tsx';
import { newKey } from './preview-dialog.tsx';
import { useForm } from './use-form.ts';

/** Changes of one balance, which the node can show before it makes them. */
type Balanced = 'reseller.wallet_update' | 'user.cash_settle' | 'isp.credits_update';

interface BalanceDialogProps<P extends Balanced> {
  readonly path: P;
  readonly title: string;
  readonly lead?: string;
  readonly confirm: string;
  readonly fields: readonly FieldSpec[];
  /** The field without which there is nothing to show. */
  readonly amount: 'amt' | 'credits';
  readonly fixed: Readonly<Record<string, unknown>>;
  /** What the balance is called, and how it is written. */
  readonly balance: string;
  readonly now: string;
  readonly format: (text: string) => string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes a balance after showing the one that results. */
export function BalanceDialog<P extends Balanced>(props: BalanceDialogProps<P>) {
  const { path, title, lead, confirm, fields, amount, fixed, balance, now, format, onClose, onDone } = props;
  const form = useForm(path, fields);
  const change = useChange(path);
  const [keys] = useState(() => new Map<string, string>());
  const wanted = JSON.stringify({ ...fixed, ...form.sent() });
  const preview = useQuery({
    queryKey: ['preview', path, wanted],
    queryFn: async () => balanceOf(await send(path, { ...JSON.parse(wanted), preview: true } as Input<P>)),
    enabled: /\d/.test(form.values[amount] ?? ''),
    staleTime: 0,
    gcTime: 0,
  });
  const error = change.error ?? preview.error;
  function submit(): void {
    if (!preview.isSuccess) return;
    // A repeat of the same call has the same key, so it is carried out once.
    const key = keys.get(wanted) ?? newKey();
    keys.set(wanted, key);
    const onSuccess = () => {
      notifications.show({ message: words.preview.done, color: 'green' });
      onDone();
    };
    change.mutate({ ...JSON.parse(wanted), idempotency_key: key } as Input<P>, { onSuccess });
  }
  const refusal = form.faultsOf(error).rest;
  return (
    <Dialog onClose={onClose} title={title}>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          {lead && <Text c="dimmed">{lead}</Text>}
          <Fields form={form} error={error} />
          {change.isUnknown && <Unanswered />}
          {refusal && <Refusal sentence={refusal} />}
          <Text>
            {balance}: {format(now)} → <b>{preview.data === undefined ? '…' : format(preview.data)}</b>
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={!preview.isSuccess}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** The balance afterwards, which each preview has under one of these names. */
function balanceOf(preview: unknown): string {
  const { balance, cash_balance } = preview as { balance?: string; cash_balance?: string };
  return balance ?? cash_balance ?? '';
}
