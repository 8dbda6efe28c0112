import { Alert, Anchor, Button, Code, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { change, type Output } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { endOwedSession } from '../../api/sign-out.ts';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words/words.ts';

/** Username and password, or the id and key that a first start prints. */
export function Credentials({ onDone }: { onDone: (next: Output<'login.start'>['next']) => Promise<void> }) {
  const [withKey, setWithKey] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const form = new FormData(event.currentTarget);
    const name = String(form.get('name')).trim();
    const secret = String(form.get('secret'));
    setBusy(true);
    setFault(undefined);
    try {
      const given = withKey
        ? { login_userid: name, login_api_key: secret.trim() }
        : { username: name, password: secret };
      await endOwedSession();
      const { next } = await change('login.start', given);
      await onDone(next);
    } catch (error) {
      setFault(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Title order={2}>{words.signIn.title}</Title>
        {fault && (
          <Alert color="red" icon={<Icon name="alert" />} role="alert">
            {fault}
          </Alert>
        )}
        <Fields key={String(withKey)} withKey={withKey} />
        <Button type="submit" loading={busy} fullWidth mt={4}>
          {words.signIn.submit}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={() => setWithKey(!withKey)}>
          {withKey ? words.signIn.withPassword : words.signIn.withKey}
        </Anchor>
        {withKey && <FirstStart />}
      </Stack>
    </Form>
  );
}

function Fields({ withKey }: { withKey: boolean }) {
  const { userid, username, apiKey, password } = words.signIn;
  return (
    <>
      <TextInput
        name="name"
        label={withKey ? userid : username}
        inputMode={withKey ? 'numeric' : 'text'}
        autoComplete={withKey ? 'off' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        withAsterisk={false}
        {...(withKey ? { pattern: '[0-9]+' } : {})}
      />
      <PasswordInput
        name="secret"
        label={withKey ? apiKey : password}
        autoComplete={withKey ? 'off' : 'current-password'}
        required
        withAsterisk={false}
      />
    </>
  );
}

/** How to get in when nobody has a password yet. */
function FirstStart() {
  return (
    <Alert variant="light" color="gray" title={words.signIn.firstStart} p="sm">
      <Stack gap={6}>
        <Text size="sm">{words.signIn.firstStartKey}</Text>
        <Text size="sm">{words.signIn.firstStartPassword}</Text>
        <Code block fz="xs">
          npm run cli -- admin password &lt;userid&gt;
        </Code>
      </Stack>
    </Alert>
  );
}
