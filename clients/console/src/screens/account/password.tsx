import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { send } from '../../api/change.ts';
import { formFaults } from '../../api/faults.ts';
import { Form } from '../../ui/form.tsx';
import { Card } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';

export function PasswordCard() {
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { account } = words;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const element = event.currentTarget;
    const form = new FormData(element);
    const [password, next, again] = ['password', 'new_password', 'again'].map((name) => String(form.get(name)));
    if (next !== again) return setFaults({ again: account.differs });
    try {
      await send('login.password', { password: password ?? '', new_password: next ?? '' });
      element.reset();
      setFaults({});
      notifications.show({ message: account.changed, color: 'green' });
    } catch (error) {
      const { fields, rest } = formFaults(error, ['password', 'new_password']);
      setFaults({ ...fields, rest });
    }
  }

  return (
    <Card title={account.password} hint={account.passwordLead}>
      <Form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          {faults.rest && <Alert color="red">{faults.rest}</Alert>}
          <PasswordInput
            name="password"
            label={account.oldPassword}
            autoComplete="current-password"
            error={faults.password}
            required
            withAsterisk={false}
          />
          <PasswordInput
            name="new_password"
            label={account.newPassword}
            autoComplete="new-password"
            error={faults.new_password}
            required
            withAsterisk={false}
          />
          <PasswordInput
            name="again"
            label={account.repeatPassword}
            autoComplete="new-password"
            error={faults.again}
            required
            withAsterisk={false}
          />
          <Group justify="flex-end">
            <Button type="submit">{account.change}</Button>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
