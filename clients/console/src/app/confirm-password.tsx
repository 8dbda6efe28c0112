import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { confirmWith } from '../api/change.ts';
import { change } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { words } from '../words/words.ts';

/** Asks for the password when a call needs a fresh one; the call is then repeated by itself. */
export function ConfirmPassword() {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null);
  useEffect(() => {
    confirmWith(() => new Promise((resolve) => setAnswer(() => resolve)));
  }, []);
  const finish = (given: boolean) => {
    answer?.(given);
    setAnswer(null);
  };
  if (answer === null) return null;
  return (
    <Dialog onClose={() => finish(false)} title={words.confirm.title} zIndex={300}>
      <PasswordForm onGiven={() => finish(true)} onCancel={() => finish(false)} />
    </Dialog>
  );
}

function PasswordForm({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) {
  const [withKey, setWithKey] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const secret = String(new FormData(event.currentTarget).get('secret'));
    setBusy(true);
    try {
      await change('login.confirm', withKey ? { login_api_key: secret.trim() } : { password: secret });
      onGiven();
    } catch (error) {
      setFault(sentenceOf(error));
      setBusy(false);
    }
  }

  return (
    <Form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text c="dimmed">{words.confirm.lead}</Text>
        {fault && <Alert color="red">{fault}</Alert>}
        <PasswordInput
          key={String(withKey)}
          name="secret"
          label={withKey ? words.signIn.apiKey : words.signIn.password}
          autoComplete={withKey ? 'off' : 'current-password'}
          data-autofocus
          required
          withAsterisk={false}
        />
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setWithKey(!withKey)}>
          {withKey ? words.confirm.withPassword : words.confirm.withKey}
        </Anchor>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {words.common.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {words.confirm.submit}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
