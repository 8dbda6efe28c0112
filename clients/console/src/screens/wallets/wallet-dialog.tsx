import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { send, useChange } from '../../api/change.ts';
import type { Input, Output } from '../../api/client.ts';
import { isLost, sentenceOf } from '../../api/faults.ts';
import { isAmount, money } from '../../ui/money.ts';
import { Refusal } from '../../ui/preview.tsx';
import { newKey } from '../../ui/preview-dialog.tsx';
import { currency } from '../../ui/region.ts';
import { words } from '../../words/words.ts';

type Action = Input<'reseller.wallet_update'>['action'];
type Preview = Exclude<Output<'reseller.wallet_update'>, 'done'>;

interface WalletDialogProps {
  readonly resellerid: number;
  readonly wallet: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Moves money into or out of a wallet, after showing the balance that results. */
export function WalletDialog({ resellerid, wallet, onClose, onDone }: WalletDialogProps) {
  const w = words.wallets;
  const [action, setAction] = useState<Action>('TopUp');
  const [amt, setAmt] = useState('');
  const [keys] = useState(() => new Map<string, string>());
  const change = useChange('reseller.wallet_update');
  const isComplete = isAmount(amt.replace(/^-/, ''));
  const preview = useQuery({
    queryKey: ['preview', 'reseller.wallet_update', resellerid, action, amt],
    queryFn: async () => (await send('reseller.wallet_update', { resellerid, action, amt, preview: true })) as Preview,
    enabled: isComplete,
    gcTime: 0,
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    const key = keys.get(`${action} ${amt}`) ?? newKey();
    keys.set(`${action} ${amt}`, key);
    change.mutate(
      { resellerid, action, amt, idempotency_key: key },
      {
        onSuccess: () => {
          notifications.show({ message: words.preview.done, color: 'green' });
          onDone();
        },
      },
    );
  }
  const fault = change.error ?? preview.error;
  return (
    <Modal opened onClose={onClose} title={w.topup}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <SegmentedControl
            aria-label={w.action}
            value={action}
            onChange={(value) => setAction(value as Action)}
            data={(['TopUp', 'Settlement', 'Adj'] as const).map((value) => ({ value, label: w.kinds[value] }))}
          />
          <TextInput
            label={w.amount}
            leftSection={currency()}
            leftSectionWidth={52}
            inputMode="decimal"
            value={amt}
            onChange={({ currentTarget }) => setAmt(currentTarget.value.trim())}
            data-autofocus
          />
          {fault && <Refusal sentence={isLost(fault) ? words.common.lost : sentenceOf(fault)} />}
          <Text>
            {w.balance}: {money(wallet)} → <b>{preview.data ? money(preview.data.balance) : '…'}</b>
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={!isComplete || !preview.isSuccess}>
              {w.kinds[action]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
