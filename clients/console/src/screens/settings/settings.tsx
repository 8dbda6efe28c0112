import { Button, Group, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Input, Output } from '../../api/client.ts';
import { formFaults } from '../../api/faults.ts';
import { ask } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { Card, Screen } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import { changesOf, PARTS, type Setting } from './parts.ts';

type Values = Output<'isp.settings'>;

/** What an ISP decides for all its subscribers. */
export function Settings() {
  const settings = useQuery(ask('isp.settings', {}));
  return (
    <Screen title={words.settings.title} narrow>
      <Answer of={settings} lines={8}>
        {(values) => <Form key={settings.dataUpdatedAt} values={values} />}
      </Answer>
    </Screen>
  );
}

function Form({ values }: { values: Values }) {
  const may = useMay();
  const change = useChange('isp.settings_update');
  const [texts, setTexts] = useState<Record<string, string>>({});
  const names = PARTS.flatMap(({ settings }) => settings.map(({ name }) => name));
  const faults = change.error ? formFaults(change.error, names) : { fields: {} as Record<string, string>, rest: '' };
  function submit(event: FormEvent): void {
    event.preventDefault();
    change.mutate(changesOf(texts) as Input<'isp.settings_update'>, {
      onSuccess: () => notifications.show({ message: words.settings.saved, color: 'green' }),
    });
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {faults.rest && <Refusal sentence={faults.rest} />}
        {PARTS.map(({ part, settings }) => (
          <Card key={part} title={words.settings[part]}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {settings.map((setting) => (
                <Field
                  key={setting.name}
                  setting={setting}
                  text={texts[setting.name] ?? textOf(values[setting.name])}
                  error={faults.fields[setting.name]}
                  onChange={(text) => setTexts({ ...texts, [setting.name]: text })}
                />
              ))}
            </SimpleGrid>
          </Card>
        ))}
        {may('settings.write') && (
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending} disabled={Object.keys(texts).length === 0}>
              {words.common.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

const textOf = (value: unknown) =>
  value === null || value === undefined ? '' : value === true ? 'yes' : value === false ? '' : String(value);

interface FieldProps {
  readonly setting: Setting;
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

function Field({ setting: { name, kind, choices }, text, error, onChange }: FieldProps) {
  const label = words.settings[name];
  if (kind === 'flag')
    return (
      <Switch
        label={label}
        checked={text === 'yes'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'yes' : '')}
        mt={28}
      />
    );
  if (choices)
    return (
      <Select
        label={label}
        value={text}
        allowDeselect={false}
        error={error}
        onChange={(value) => onChange(value ?? '')}
        data={choices.map((value) => ({ value, label: words.settings.choices[value] }))}
      />
    );
  return (
    <TextInput
      label={label}
      value={text}
      error={error}
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
