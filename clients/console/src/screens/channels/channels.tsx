import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { Fields } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { Refusal } from '../../ui/preview.tsx';
import { Card, Screen } from '../../ui/screen.tsx';
import { Status } from '../../ui/status.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import { words } from '../../words/words.ts';
import { type Channel, fieldsOf } from './parts.ts';

type Sender = Row<'notice.sender_list'>;

const CHANNELS: readonly Channel[] = ['email', 'sms', 'whatsapp'];

/** How messages to subscribers are sent. */
export function Channels() {
  const w = words.channels;
  const senders = useQuery(askRows('notice.sender_list', {}));
  return (
    <Screen title={w.title} hint={w.lead} narrow>
      <Answer of={senders} lines={8}>
        {(rows) =>
          CHANNELS.map((channel) => {
            const sender = rows.find((row) => row.channel === channel);
            return (
              <ChannelCard key={`${channel} ${sender?.updated_at?.getTime()}`} channel={channel} sender={sender} />
            );
          })
        }
      </Answer>
    </Screen>
  );
}

interface ChannelProps {
  readonly channel: Channel;
  readonly sender: Sender | undefined;
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** A call gives all settings, so each field is sent; but for the secret, which nobody can read back. */
function specsOf({ channel, sender }: ChannelProps): readonly FieldSpec[] {
  const w = words.channels;
  const own = fieldsOf(channel).map((spec) => {
    const field = typeof spec === 'string' ? { name: spec } : spec;
    return { ...field, initial: textOf((sender as Record<string, unknown> | undefined)?.[field.name]) };
  });
  return [...own, { name: 'secret', label: w.secret, hint: sender?.has_secret ? w.hasSecret : w.noSecret }];
}

function ChannelCard({ channel, sender }: ChannelProps) {
  const w = words.channels;
  const may = useMay();
  const { form, save, refusal, error, isPending } = useEdit('notice.sender_set', {
    fields: specsOf({ channel, sender }),
    fixed: { channel },
  });
  function submit(): void {
    // A refusal is shown by the form.
    save().then(
      () => notifications.show({ message: words.settings.saved, color: 'green' }),
      () => undefined,
    );
  }
  const state = <Status of={sender ? 'Active' : 'offline'} label={sender ? w.isSet : w.notSet} />;
  return (
    <Card title={w[channel]} hint={state}>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          {refusal && <Refusal sentence={refusal} />}
          <Fields form={form} error={error} />
          {may('notice.write') ? (
            <Group justify="flex-end">
              <Button type="submit" loading={isPending}>
                {w.save}
              </Button>
            </Group>
          ) : (
            <Text c="dimmed">{words.common.readOnly}</Text>
          )}
        </Stack>
      </Form>
    </Card>
  );
}
