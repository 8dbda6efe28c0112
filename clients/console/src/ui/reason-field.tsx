import { TextInput } from '@mantine/core';
import { words } from '../words/words.ts';

interface ReasonProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the dialog begins here. */
  readonly isFirst?: boolean;
}

/** Why a balance is changed by hand, for the staff. */
export function ReasonField({ value, onChange, isFirst = false }: ReasonProps) {
  return (
    <TextInput
      label={words.adjusting.reason}
      required
      withAsterisk={false}
      maxLength={200}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  );
}
