import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { isAbove0, isAmount } from '../../ui/money.ts';
import { currency } from '../../ui/region.ts';
import { words } from '../../words/words.ts';

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the dialog begins here. */
  readonly isFirst?: boolean;
}

/** An amount in the currency of the ISP. */
export function AmountField({ value, onChange, isFirst = false }: FieldProps) {
  return (
    <TextInput
      label={words.preview.amount}
      leftSection={currency()}
      leftSectionWidth={52}
      inputMode="decimal"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      error={value !== '' && !isAmount(value) ? words.common.badAmount : undefined}
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  );
}

type Modes = typeof words.preview.modes;

/** Money that changes hands. */
export interface Transfer<Mode> {
  readonly amt: string;
  readonly mode: Mode;
  /** Cash has none. */
  readonly reference: string;
}

/** As a call takes it; undefined while the amount is missing. */
export function transferOf<Mode>({ amt, mode, reference }: Transfer<Mode>) {
  if (!isAmount(amt) || !isAbove0(amt)) return undefined;
  return { amt, mode, ...(mode === 'Cash' || reference.trim() === '' ? {} : { ref_no: reference.trim() }) };
}

interface TransferProps<Mode> {
  readonly modes: readonly Mode[];
  readonly value: Transfer<Mode>;
  readonly onChange: (value: Transfer<Mode>) => void;
  /** Whether the dialog begins with the amount. */
  readonly isFirst?: boolean;
}

export function TransferFields<Mode extends keyof Modes>({
  modes,
  value,
  onChange,
  isFirst = false,
}: TransferProps<Mode>) {
  const w = words.preview;
  return (
    <>
      <SegmentedControl
        aria-label={w.mode}
        fullWidth
        size="xs"
        value={value.mode}
        onChange={(mode) => onChange({ ...value, mode: mode as Mode })}
        data={modes.map((mode) => ({ value: mode, label: w.modes[mode] }))}
      />
      <Group grow align="flex-start">
        <AmountField value={value.amt} onChange={(amt) => onChange({ ...value, amt })} isFirst={isFirst} />
        {value.mode !== 'Cash' && (
          <TextInput
            label={w.reference}
            value={value.reference}
            onChange={({ currentTarget }) => onChange({ ...value, reference: currentTarget.value })}
          />
        )}
      </Group>
    </>
  );
}
