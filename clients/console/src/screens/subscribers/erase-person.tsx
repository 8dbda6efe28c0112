import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Output } from '../../api/client.ts';
import { ChangeFault } from '../../ui/change-fault.tsx';
import { day } from '../../ui/day.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { instant } from '../../ui/instant.ts';
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
  const [named, setNamed] = useState<readonly string[]>([]);
  const input = { customerid: Number(customer), reason: reason.trim() };
  const isComplete = /^\d{1,9}$/.test(customer) && input.reason !== '';
  const differently = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setPreview(undefined);
      setTyped('');
      setNamed([]);
      set(value);
    };
  };
  /** What goes with these leads and calls, which the node may refuse. */
  function show(chosen: readonly string[]): void {
    setNamed(chosen);
    const onSuccess = (answer: Output<'customer.erase'>) => setPreview(typeof answer === 'string' ? undefined : answer);
    change.mutate({ ...input, ...idsOf(chosen), preview: true }, { onSuccess, onError: () => setNamed(named) });
  }
  function submit(): void {
    if (!isComplete) return;
    if (!preview) {
      show([]);
    } else if (typed === customer) {
      const tell = () => {
        notifications.show({ message: w.done(customer), color: 'green' });
        onClose();
      };
      change.mutate({ ...input, ...idsOf(named) }, { onSuccess: tell });
    }
  }
  const found = preview?.unlinked ?? [];
  return (
    <Dialog onClose={onClose} title={w.title} size="lg">
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <Text c="dimmed">{w.lead}</Text>
          <CustomerNumber label={words.subscribers.customer} value={customer} onChange={differently(setCustomer)} />
          <ReasonField value={reason} onChange={differently(setReason)} />
          <ChangeFault of={change} />
          {preview && <Consequences of={preview} />}
          {found.length > 0 && <Unlinked of={found} named={named} onNamed={show} />}
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

const keyOf = ({ kind, id }: Preview['unlinked'][number]) => `${kind}${id}`;

/** The parameters that name them. */
function idsOf(named: readonly string[]) {
  const of = (kind: 'lead' | 'call') =>
    named.flatMap((key) => (key.startsWith(kind) ? [Number(key.slice(kind.length))] : []));
  const [leadids, callids] = [of('lead'), of('call')];
  return { ...(leadids.length > 0 ? { leadids } : {}), ...(callids.length > 0 ? { callids } : {}) };
}

interface UnlinkedProps {
  readonly of: Preview['unlinked'];
  readonly named: readonly string[];
  readonly onNamed: (named: readonly string[]) => void;
}

/** What has a number of the person and belongs to nobody: it goes if it is ticked. */
function Unlinked({ of, named, onNamed }: UnlinkedProps) {
  const w = words.erasure;
  return (
    <Checkbox.Group label={w.unlinked} description={w.unlinkedHint} value={[...named]} onChange={onNamed}>
      <Stack gap="xs" mt="xs">
        {of.map((each) => (
          <Checkbox
            key={keyOf(each)}
            value={keyOf(each)}
            label={`${w.kinds[each.kind]} ${each.id}${each.name ? `, ${each.name}` : ''}, ${instant(each.at)}`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
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
