import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Output } from '../../api/client.ts';
import { ChangeFault } from '../../ui/change-fault.tsx';
import { day } from '../../ui/day.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Preview = Exclude<Output<'customer.erase'>, string>;

/**
 * Erases what tells who a former customer is. It shows what goes and what stays, then wants the number of the customer once more, since
 * nobody can take it back.
 */
export default function ErasePerson({ onClose }: { readonly onClose: () => void }) {
  const w = words.erasure;
  const change = useChange('customer.erase');
  const [customer, setCustomer] = useState('');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [preview, setPreview] = useState<Preview>();
  const input = { customerid: Number(customer), reason: reason.trim() };
  const isComplete = /^\d{1,9}$/.test(customer) && input.reason !== '';
  const differently = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setPreview(undefined);
      setTyped('');
      set(value);
    };
  };
  function submit(): void {
    if (!isComplete) return;
    if (!preview) {
      const show = (answer: Output<'customer.erase'>) => setPreview(typeof answer === 'string' ? undefined : answer);
      change.mutate({ ...input, preview: true }, { onSuccess: show });
    } else if (typed === customer) {
      const tell = () => {
        notifications.show({ message: w.done(customer), color: 'green' });
        onClose();
      };
      change.mutate(input, { onSuccess: tell });
    }
  }
  return (
    <Dialog onClose={onClose} title={w.title} size="lg">
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <Text c="dimmed">{w.lead}</Text>
          <CustomerNumber label={words.subscribers.customer} value={customer} onChange={differently(setCustomer)} />
          <ReasonField value={reason} onChange={differently(setReason)} />
          <ChangeFault of={change} />
          {preview && <Consequences of={preview} />}
          {preview && <CustomerNumber label={w.again} value={typed} onChange={setTyped} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button
              type="submit"
              loading={change.isPending}
              disabled={!isComplete || (preview !== undefined && typed !== customer)}
              {...(preview ? { color: 'red' } : {})}
            >
              {preview ? w.confirm : w.show}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A number of a customer: not a spinner, which a slip of the wheel would turn. */
function CustomerNumber({ label, value, onChange }: NumberProps) {
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
    />
  );
}

function Consequences({ of: { erased, kept } }: { readonly of: Preview }) {
  const w = words.erasure;
  return (
    <>
      <Text fw={600}>{w.goes}</Text>
      <ul>
        {erased.map(({ what, count: records }) => (
          <li key={what}>{what === 'contact' ? w.what.contact : `${w.what[what]}: ${count(records)}`}</li>
        ))}
      </ul>
      <Text fw={600}>{w.stays}</Text>
      <ul>
        {kept.map(({ what, count: records, upto }) => (
          <li key={what}>
            {w.what[what]}: {count(records)} ({upto === null ? w.forEver : w.withName(day(upto))})
          </li>
        ))}
      </ul>
    </>
  );
}
