import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { confirmWith } from '../api/change.ts';
import { change } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { useMe } from '../api/session.ts';
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
  return (
    <Modal opened={answer !== null} onClose={() => finish(false)} title={words.confirm.title} zIndex={300}>
      <PasswordForm onGiven={() => finish(true)} onCancel={() => finish(false)} />
    </Modal>
  );
}

function PasswordForm({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) {
  const { second_factor } = useMe();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code') ?? '');
    setBusy(true);
    try {
      await change('login.confirm', { password: String(form.get('password')), ...(code ? { code } : {}) });
      onGiven();
    } catch (error) {
      setFault(sentenceOf(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text c="dimmed">{words.confirm.lead}</Text>
        {fault && <Alert color="red">{fault}</Alert>}
        <PasswordInput
          name="password"
          label={words.signIn.password}
          autoComplete="current-password"
          data-autofocus
          required
        />
        {second_factor && (
          <TextInput name="code" label={words.signIn.code} autoComplete="one-time-code" inputMode="numeric" required />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {words.common.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {words.confirm.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
