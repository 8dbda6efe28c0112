import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Output } from '../../api/client.ts';
import { isChangedMeanwhile, sentenceOf } from '../../api/faults.ts';
import { useMay } from '../../api/session.ts';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { Card } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';

type Settings = Output<'isp.settings'>;
type Rate = NonNullable<Settings['taxes']>[number];

/** The taxes of the settings: their names and percents. */
export function Rates({ settings }: { settings: Settings }) {
  const w = words.taxes;
  const may = useMay();
  const [rates, setRates] = useState<readonly Rate[]>(settings.taxes ?? []);
  const update = useChange('isp.settings_update');
  const isWritable = may('settings.write');
  const isSame = JSON.stringify(rates) === JSON.stringify(settings.taxes ?? []);
  function submit(): void {
    const { updated_at } = settings;
    update.mutate(
      { taxes: [...rates], ...(updated_at ? { if_updated_at: updated_at } : {}) },
      { onSuccess: () => notifications.show({ message: words.settings.saved, color: 'green' }) },
    );
  }
  const set = (at: number, rate: Partial<Rate>) =>
    setRates(rates.map((each, place) => (place === at ? { ...each, ...rate } : each)));
  return (
    <Card title={w.rates} hint={w.ratesLead}>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          {update.error && <Refusal sentence={refusalOf(update.error)} />}
          {rates.length === 0 && <Text c="dimmed">{w.noRates}</Text>}
          {rates.map((rate, at) => (
            <RateFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a tax has no other identity while its name is typed
              key={at}
              rate={rate}
              onChange={(change) => set(at, change)}
              onRemove={isWritable ? () => setRates(rates.filter((_each, place) => place !== at)) : undefined}
            />
          ))}
          <Text size="sm" c="dimmed">
            {settings.tax_inclusive ? w.inclusive : w.exclusive}
          </Text>
          {isWritable && (
            <Group justify="space-between">
              <Button
                variant="default"
                leftSection={<Icon name="plus" size={16} />}
                onClick={() => setRates([...rates, { name: '', percent: '' }])}
              >
                {w.addRate}
              </Button>
              <Button type="submit" loading={update.isPending} disabled={isSame}>
                {words.common.save}
              </Button>
            </Group>
          )}
        </Stack>
      </Form>
    </Card>
  );
}

const refusalOf = (error: unknown) => (isChangedMeanwhile(error) ? words.taxes.overtaken : sentenceOf(error));

interface RateProps {
  readonly rate: Rate;
  readonly onChange: (change: Partial<Rate>) => void;
  /** Undefined: they may only be read. */
  readonly onRemove: (() => void) | undefined;
}

function RateFields({ rate: { name, percent }, onChange, onRemove }: RateProps) {
  const w = words.taxes;
  const common = { readOnly: onRemove === undefined, autoComplete: 'off', style: { flex: 1 } };
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <TextInput
        {...common}
        label={w.name}
        value={name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        {...common}
        label={w.percent}
        inputMode="decimal"
        value={percent}
        onChange={({ currentTarget }) => onChange({ percent: currentTarget.value })}
      />
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={w.removeRate(name)} onClick={onRemove}>
          <Icon name="trash" size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
