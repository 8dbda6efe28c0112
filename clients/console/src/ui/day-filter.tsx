import { DatePickerInput } from '@mantine/dates';
import { words } from '../words/words.ts';
import { day } from './day.ts';

export interface DayFilterProps {
  readonly label: string;
  /** YYYY-MM-DD, or nothing. */
  readonly value: string;
  readonly className: string;
  readonly onChange: (text: string) => void;
}

/** A filter by a day, chosen in a calendar. The calendar is as large as a third of a list, so it is loaded where one is shown. */
export default function DayFilter({ label, value, className, onChange }: DayFilterProps) {
  const shown = value && day(value);
  return (
    <DatePickerInput
      size="xs"
      aria-label={shown ? `${label}: ${shown}` : label}
      placeholder={label}
      value={value || null}
      onChange={(text) => onChange(text ?? '')}
      valueFormatter={() => shown}
      clearable
      clearButtonProps={{ 'aria-label': words.common.clear }}
      className={className}
    />
  );
}
