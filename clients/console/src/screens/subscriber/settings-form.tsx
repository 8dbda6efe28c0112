import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/change.ts';
import { Fields } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { useForm } from '../../ui/use-form.ts';
import { words } from '../../words/words.ts';
import type { SubscriberRecord } from './record.ts';

const FIELDS = [
  ...['prepaid_postpaid', 'billing_start_day', 'discount_percent', 'discount_amt', 'protocol', 'connectivity'],
  ...['ip_assignment', 'ippool', 'staticip', 'mac', 'mac_bind', 'tax_id', 'location_code', 'sub_location_code'],
];

/** What can be changed of a service at any time. Only what was changed is sent, so that what others changed stays. */
export function SettingsForm({ subscriber: { service } }: { subscriber: SubscriberRecord }) {
  const [version, setVersion] = useState(0);
  return <Settings key={version} service={service} onDone={() => setVersion(version + 1)} />;
}

interface SettingsProps {
  readonly service: SubscriberRecord['service'];
  readonly onDone: () => void;
}

function Settings({ service, onDone }: SettingsProps) {
  const w = words.subscriber;
  const change = useChange('service.update');
  const password = { name: 'password', label: w.newPassword, hint: w.keepPassword };
  const form = useForm('service.update', [...FIELDS, password], { ...service, password: '' });
  const refusal = form.faultsOf(change.error).rest;
  function submit(event: FormEvent): void {
    event.preventDefault();
    const sent = form.sent();
    if (Object.keys(sent).length === 0) return;
    change.mutate(
      { serviceid: service.serviceid, ...sent },
      {
        onSuccess: () => {
          notifications.show({ message: w.saved, color: 'green' });
          onDone();
        },
      },
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {refusal && <Refusal sentence={refusal} />}
        <Fields form={form} error={change.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {words.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
