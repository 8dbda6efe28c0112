import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send, useChange } from '../api/change.ts';
import type { Input } from '../api/client.ts';
import { words } from '../words/words.ts';
import { Unanswered } from './change-fault.tsx';
import { Dialog } from './dialog.tsx';
import { useFarAmount } from './far-amount.tsx';
import { Fields } from './fields.tsx';
import { Form } from './form.tsx';
import type { FieldSpec } from './form-fields.ts';
import { signed } from './money.ts';
import { Moved } from './moved.tsx';
import { newKey } from './new-key.ts';
import { Refusal } from './preview.tsx';
import { useConfirmKeys } from './use-confirm-keys.ts';
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
  /** How the button names a change: as the balance, with its sign, unless it says otherwise. */
  readonly named?: (change: string) => string;
  /** What a change is usually not far above; undefined: not known. */
  readonly usual?: string | undefined;
  readonly farAbove?: (amount: string, usual: string) => string;
  /** Says what was done: by how much, and what is there now. */
  readonly tell: (moved: Moving) => string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** How a balance moves: by how much, below 0 down, and to what. */
export interface Moving {
  readonly change: string;
  readonly balance: string;
}

/** Changes a balance after showing the one that results. */
export function BalanceDialog<P extends Balanced>(props: BalanceDialogProps<P>) {
  const { path, title, lead, confirm, fields, amount, fixed, balance, now, format, tell, onClose, onDone } = props;
  const form = useForm(path, fields);
  const change = useChange(path);
  const [keys] = useState(() => new Map<string, string>());
  const wanted = JSON.stringify({ ...fixed, ...form.sent() });
  const preview = useQuery({
    queryKey: ['preview', path, wanted],
    queryFn: async () => movingOf(await send(path, { ...JSON.parse(wanted), preview: true } as Input<P>)),
    enabled: /\d/.test(form.values[amount] ?? ''),
    staleTime: 0,
    gcTime: 0,
  });
  const moving = preview.data;
  const { usual, farAbove = words.preview.farFrom, named = (text) => signed(text, format) } = props;
  const far = useFarAmount(moving?.change.replace('-', ''), { expected: usual, above: farAbove, format });
  const isReady = preview.isSuccess && !far.isHeld;
  const confirming = useConfirmKeys(isReady);
  const error = change.error ?? preview.error;
  function submit(): void {
    if (!moving || !isReady) return;
    // A repeat of the same call has the same key, so it is carried out once.
    const key = keys.get(wanted) ?? newKey();
    keys.set(wanted, key);
    const onSuccess = () => {
      notifications.show({ message: tell(moving), color: 'green' });
      onDone();
    };
    change.mutate({ ...JSON.parse(wanted), idempotency_key: key } as Input<P>, { onSuccess });
  }
  const refusal = form.faultsOf(error).rest;
  return (
    <Dialog onClose={onClose} title={title}>
      <Form onSubmit={submit}>
        <Stack gap="sm" onKeyDown={confirming.onKeyDown}>
          {lead && <Text c="dimmed">{lead}</Text>}
          <Fields form={form} error={error} />
          {change.isUnknown && <Unanswered />}
          {refusal && <Refusal sentence={refusal} />}
          <Text>
            {balance}: <Moved before={format(now)} after={moving && format(moving.balance)} />
          </Text>
          {far.question}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={!isReady} ref={confirming.button}>
              {moving ? words.preview.labelled(confirm, named(moving.change)) : confirm}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Each preview has both under names of its own. Cash that is handed over leaves the one who holds it. */
function movingOf(preview: unknown): Moving {
  const shown = preview as { amt?: string; credits?: string; balance?: string; cash_balance?: string };
  if (shown.cash_balance !== undefined) return { change: `-${shown.amt ?? ''}`, balance: shown.cash_balance };
  return { change: shown.amt ?? shown.credits ?? '', balance: shown.balance ?? '' };
}
