import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { Fields } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { Card, Screen } from '../../ui/screen.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import { words } from '../../words/words.ts';
import { Logo } from './logo.tsx';
import { PARTS } from './parts.ts';

type Values = Output<'isp.settings'>;

/** What an ISP decides for all its subscribers. */
export function Settings() {
  const settings = useQuery(ask('isp.settings', {}));
  return (
    <Screen title={words.settings.title} narrow>
      <Answer of={settings} lines={8}>
        {(values) => (
          <Stack>
            <Logo address={values.logo} />
            <SettingsForm values={values} />
          </Stack>
        )}
      </Answer>
    </Screen>
  );
}

function SettingsForm({ values }: { values: Values }) {
  const may = useMay();
  const specs = PARTS.flatMap(({ settings }) => settings.map((name) => ({ name, label: words.settings[name] })));
  const edit = useEdit('isp.settings_update', { fields: specs, stored: values });
  const { form, refusal } = edit;
  const changes = form.sent();
  async function save(): Promise<void> {
    try {
      if ((await edit.save()) === undefined) return;
      notifications.show({ message: words.settings.saved, color: 'green' });
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
      <Stack>
        {refusal && <Refusal sentence={refusal} />}
        {PARTS.map(({ part, settings }) => (
          <Card key={part} title={words.settings[part]}>
            <Fields form={form} error={edit.error} only={settings} />
          </Card>
        ))}
        {may('settings.write') && (
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={edit.isPending}
              disabled={edit.isUndecided || Object.keys(changes).length === 0}
            >
              {words.common.save}
            </Button>
          </Group>
        )}
      </Stack>
    </Form>
  );
}
