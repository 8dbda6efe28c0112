import {
  Button,
  Group,
  Modal,
  MultiSelect,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useChange } from '../api/change.ts';
import type { Input, Output, Path } from '../api/client.ts';
import { formFaults } from '../api/faults.ts';
import { words } from '../words/words.ts';
import { type FormField, sentOf } from './form-fields.ts';
import { Refusal } from './preview.tsx';

interface FormDialogProps<P extends Path> {
  readonly title: string;
  readonly lead?: string;
  readonly path: P;
  readonly fields: readonly FormField[];
  /** Sent as well. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly confirm: string;
  readonly onClose: () => void;
  readonly onDone?: (answer: Output<P>) => void;
}

/** A form in a dialog: faults stand at their fields, others above; what is empty and optional is not sent. */
export function FormDialog<P extends Path>({
  title,
  lead,
  path,
  fields,
  fixed,
  confirm,
  onClose,
  onDone,
}: FormDialogProps<P>) {
  const change = useChange(path);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? ''])),
  );
  const faults = change.error
    ? formFaults(
        change.error,
        fields.map(({ name }) => name),
      )
    : { fields: {} as Record<string, string>, rest: '' };
  function submit(event: FormEvent): void {
    event.preventDefault();
    change.mutate({ ...fixed, ...sentOf(fields, values) } as Input<P>, {
      onSuccess: (answer) => {
        notifications.show({ message: words.preview.done, color: 'green' });
        onDone?.(answer);
        onClose();
      },
    });
  }
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          {lead && <Text c="dimmed">{lead}</Text>}
          {faults.rest && <Refusal sentence={faults.rest} />}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {fields.map((field, at) => (
              <OneField
                key={field.name}
                field={field}
                value={values[field.name] ?? ''}
                error={faults.fields[field.name]}
                isFirst={at === 0}
                onChange={(text) => setValues({ ...values, [field.name]: text })}
              />
            ))}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface OneFieldProps {
  readonly field: FormField;
  readonly value: string;
  readonly error: string | undefined;
  readonly isFirst: boolean;
  readonly onChange: (text: string) => void;
}

function OneField({ field, value, error, isFirst, onChange }: OneFieldProps) {
  const { label, kind, choices = [], optional, hint } = field;
  const common = {
    label,
    error,
    description: hint,
    required: !optional && kind !== 'flag',
    withAsterisk: false,
    'data-autofocus': isFirst || undefined,
    ...(optional ? { placeholder: words.common.optional } : {}),
  };
  if (kind === 'choice')
    return (
      <Select
        {...common}
        data={[...choices]}
        value={value || null}
        onChange={(text) => onChange(text ?? '')}
        searchable={choices.length > 8}
        allowDeselect={optional ?? false}
      />
    );
  if (kind === 'many')
    return (
      <MultiSelect
        {...common}
        data={[...choices]}
        value={value === '' ? [] : value.split(',')}
        onChange={(list) => onChange(list.join(','))}
        required={false}
      />
    );
  if (kind === 'flag')
    return (
      <Switch
        label={label}
        checked={value === 'yes'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'yes' : '')}
        mt={28}
      />
    );
  const text = {
    ...common,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (kind === 'secret') return <PasswordInput {...text} autoComplete="new-password" />;
  if (kind === 'long') return <Textarea {...text} autosize minRows={2} />;
  return (
    <TextInput
      {...text}
      inputMode={kind === 'number' ? 'numeric' : kind === 'amount' ? 'decimal' : 'text'}
      autoComplete="off"
    />
  );
}
