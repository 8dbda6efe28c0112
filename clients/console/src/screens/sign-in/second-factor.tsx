import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { change } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { Form } from '../../ui/form.tsx';
import { words } from '../../words/words.ts';

interface SecondFactorProps {
  readonly onDone: () => Promise<void>;
  readonly startAgain: () => void;
}

export function SecondFactor({ onDone, startAgain }: SecondFactorProps) {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\s/g, '');
    setBusy(true);
    try {
      await change('login.second_factor', { code });
      await onDone();
    } catch (error) {
      setFault(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Title order={2}>{words.signIn.factorTitle}</Title>
        <Text c="dimmed">{words.signIn.factorLead}</Text>
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <TextInput
          name="code"
          label={words.signIn.code}
          autoComplete="one-time-code"
          autoFocus
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={busy} fullWidth>
          {words.signIn.verify}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={startAgain}>
          {words.signIn.other}
        </Anchor>
      </Stack>
    </Form>
  );
}
