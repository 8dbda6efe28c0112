import { Group, Switch, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Input } from '../../api/client.ts';
import { toldWithSum, withSum } from '../../ui/effects.ts';
import { useFarAmount } from '../../ui/far-amount.tsx';
import { isAmount, money } from '../../ui/money.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { sourceOf, useChoices } from '../../ui/source.ts';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { gigabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { AmountField } from './money-fields.tsx';
import { useUsualAmount } from './period-price.ts';

const OWN = 'own';

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** Adds volume: a top-up of the price list, or any other. */
export function TopupDialog({ subscriber, onClose }: DialogProps) {
  const { serviceid } = subscriber.service;
  const plans = usePriceList();
  const { choices } = useChoices(plans, '');
  const [chosen, setChosen] = useState<string | null>(null);
  const [own, setOwn] = useState<OwnTopup>({ gb: '', amt: '', expires: true });
  const name = fullName(subscriber);
  const w = words.preview;
  const plan = chosen ?? choices.find(({ value }) => value !== OWN)?.value ?? OWN;
  const typed = plan === OWN ? inputOf(serviceid, own) : undefined;
  const far = useFarAmount(typed?.amt, { expected: useUsualAmount(subscriber), above: w.farAdjustment });
  return (
    <PreviewDialog
      path="service.topup"
      title={w.topupTitle}
      name={name}
      confirm={withSum(words.subscriber.actions.topup)}
      tell={(preview) => toldWithSum(words.told.topup(name), preview)}
      input={plan === OWN ? typed : { serviceid, topup_planid: Number(plan) }}
      isHeld={far.isHeld}
      asks={() => far.question}
      onClose={onClose}
    >
      <SearchSelect label={w.topupPlan} source={plans} value={plan} onChange={setChosen} data-autofocus />
      {plan === OWN && <OwnFields value={own} onChange={setOwn} />}
    </PreviewDialog>
  );
}

function usePriceList() {
  return useMemo(
    () =>
      sourceOf({
        path: 'topupplan.list',
        lists: [{ sort_field: 'name' }],
        finds: (name) => ({ name }),
        has: (value) => ({ id: Number(value) }),
        choice: ({ id, name, gb, amt }) => ({
          value: String(id),
          label: `${name} · ${gigabytes(Number(gb))} · ${money(amt)}`,
        }),
        first: [{ value: OWN, label: words.preview.ownTopup }],
      }),
    [],
  );
}

interface OwnTopup {
  readonly gb: string;
  readonly amt: string;
  readonly expires: boolean;
}

function inputOf(serviceid: number, { gb, amt, expires }: OwnTopup): Input<'service.topup'> | undefined {
  if (!/^\d{1,7}(\.\d{1,3})?$/.test(gb) || !isAmount(amt)) return undefined;
  return { serviceid, gb, amt, type: expires ? 'Expiring' : 'NonExpiring' };
}

function OwnFields({ value, onChange }: { value: OwnTopup; onChange: (value: OwnTopup) => void }) {
  const w = words.preview;
  return (
    <>
      <Group grow>
        <TextInput
          label={w.gigabytes}
          inputMode="decimal"
          value={value.gb}
          onChange={({ currentTarget }) => onChange({ ...value, gb: currentTarget.value.trim() })}
        />
        <AmountField value={value.amt} onChange={(amt) => onChange({ ...value, amt })} />
      </Group>
      <Switch
        label={w.topupType}
        checked={value.expires}
        onChange={({ currentTarget }) => onChange({ ...value, expires: currentTarget.checked })}
      />
    </>
  );
}
