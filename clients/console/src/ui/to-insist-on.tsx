import { Alert, Checkbox } from '@mantine/core';
import { Icon } from './icons.tsx';

interface ToInsistOnProps {
  readonly problem: string;
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** What is probably a mistake: those who know better say so. */
export function ToInsistOn({ problem, label, value, onChange }: ToInsistOnProps) {
  return (
    <Alert color="amber" icon={<Icon name="alert" />} role="status">
      {problem}
      <Checkbox
        mt="xs"
        label={label}
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Alert>
  );
}
