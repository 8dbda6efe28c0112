import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Fields } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Refusal } from '../../ui/preview.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { useEdit } from '../../ui/use-edit.ts';
import { words } from '../../words/words.ts';

const FIELDS = [
  ...['prepaid_postpaid', 'billing_start_day', 'discount_percent', 'discount_amt', 'protocol', 'connectivity'],
  ...[
    'ip_assignment',
    'ippool',
    'staticip',
    'mac',
    'mac_bind',
    'session_limit',
    'tax_id',
    'location_code',
    'sub_location_code',
  ],
];

/** What can be changed of a service at any time. Only what was changed is sent, so that what others changed stays. */
export function SettingsForm({ subscriber: { service } }: { subscriber: SubscriberRecord }) {
  const w = words.subscriber;
  const password = { name: 'password', label: w.newPassword, hint: w.keepPassword };
  const edit = useEdit('service.update', {
    fields: [...FIELDS, password],
    stored: { ...service, password: '' },
    fixed: { serviceid: service.serviceid },
  });
  const { form, refusal } = edit;
  async function save(): Promise<void> {
    if (Object.keys(form.sent()).length === 0) return;
    try {
      if ((await edit.save()) === undefined) return;
      notifications.show({ message: w.saved, color: 'green' });
      await edit.restart();
    } catch {
      // The form shows it.
    }
  }
  function submit(): void {
    void save();
  }
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        {refusal && <Refusal sentence={refusal} />}
        <Fields form={form} error={edit.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={edit.isPending} disabled={edit.isUndecided}>
            {words.common.save}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
