import { Alert, Button, Group, PasswordInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Input } from '../../api/client.ts';
import { formFaults } from '../../api/faults.ts';
import { words } from '../../words/words.ts';
import type { SubscriberRecord } from './record.ts';

type Change = Input<'service.update'>;

interface Field {
  readonly name: keyof Change & keyof SubscriberRecord['service'];
  readonly label: string;
  readonly choices?: readonly string[];
  readonly isNumber?: boolean;
}

function fields(): Field[] {
  const w = words.subscriber;
  return [
    { name: 'prepaid_postpaid', label: w.prepaid, choices: ['Prepaid', 'Postpaid'] },
    { name: 'billing_start_day', label: w.billDay, isNumber: true },
    { name: 'discount_percent', label: `${w.discount} %` },
    { name: 'discount_amt', label: w.discount },
    { name: 'protocol', label: w.protocol, choices: ['PPPoE', 'IPoE'] },
    { name: 'connectivity', label: w.connectivity, choices: ['Wireless', 'Fibre', 'Hotspot'] },
    { name: 'ip_assignment', label: w.ipAssignment, choices: ['NAS', 'IPpool', 'StaticIP'] },
    { name: 'ippool', label: w.pool },
    { name: 'staticip', label: w.staticip },
    { name: 'mac', label: w.mac },
    { name: 'mac_bind', label: w.macBind, choices: ['Auto', 'Manual', 'No'] },
    { name: 'tax_id', label: words.subscriber.taxId },
    { name: 'location_code', label: words.subscribers.location },
    { name: 'sub_location_code', label: words.subscribers.subLocation },
  ];
}

/** Only what was changed is sent, so that what somebody else changed meanwhile stays. */
function changesOf(form: FormData, service: SubscriberRecord['service']): Change {
  const changes: Record<string, unknown> = { serviceid: service.serviceid };
  for (const { name, isNumber } of fields()) {
    const text = String(form.get(name) ?? '').trim();
    if (text === String(service[name] ?? '')) continue;
    changes[name] = text === '' ? null : isNumber ? Number(text) : text;
  }
  const password = String(form.get('password') ?? '');
  if (password !== '') changes.password = password;
  return changes as unknown as Change;
}

/** What can be changed of a service at any time. */
export function SettingsForm({ subscriber: { service } }: { subscriber: SubscriberRecord }) {
  const change = useChange('service.update');
  const [version, setVersion] = useState(0);
  const names = [...fields().map(({ name }) => name as string), 'password'];
  const faults = change.error ? formFaults(change.error, names) : { fields: {} as Record<string, string>, rest: '' };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const changes = changesOf(new FormData(event.currentTarget), service);
    if (Object.keys(changes).length === 1) return;
    change.mutate(changes, {
      onSuccess: () => {
        notifications.show({ message: words.subscriber.saved, color: 'green' });
        setVersion(version + 1);
      },
    });
  }

  return (
    <form key={version} onSubmit={submit}>
      <Stack gap="sm">
        {faults.rest && <Alert color="red">{faults.rest}</Alert>}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {fields().map((field) => (
            <OneField key={field.name} field={field} value={service[field.name]} error={faults.fields[field.name]} />
          ))}
          <PasswordInput
            name="password"
            label={words.subscriber.newPassword}
            placeholder={words.subscriber.keepPassword}
            autoComplete="new-password"
            error={faults.fields.password}
          />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {words.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface OneFieldProps {
  readonly field: Field;
  readonly value: unknown;
  readonly error: string | undefined;
}

function OneField({ field: { name, label, choices, isNumber }, value, error }: OneFieldProps) {
  const text = value === null || value === undefined ? '' : String(value);
  if (choices)
    return (
      <Select name={name} label={label} data={[...choices]} defaultValue={text} allowDeselect={false} error={error} />
    );
  return (
    <TextInput name={name} label={label} defaultValue={text} inputMode={isNumber ? 'numeric' : 'text'} error={error} />
  );
}
