import { Alert, Anchor, Button, Code, CopyButton, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { send } from '../api/change.ts';
import { sentenceOf } from '../api/faults.ts';
import { words } from '../words/words.ts';
import { Answer } from './empty.tsx';
import { Form } from './form.tsx';
import { QrCode } from './qr-code.tsx';

interface EnrolmentProps {
  readonly lead: string;
  readonly onDone: () => unknown;
}

/** Adds an authenticator app: shows its key, checks a code, shows the recovery codes once. */
export function Enrolment({ lead, onDone }: EnrolmentProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const key = useQuery({
    queryKey: ['login.enrol'],
    queryFn: () => send('login.enrol', undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Stack gap="sm">
      <Title order={2}>{words.signIn.enrolTitle}</Title>
      <Text c="dimmed">{lead}</Text>
      <Answer of={key}>
        {({ secret, uri }) => (
          <>
            <QrCode text={uri} label={words.signIn.enrolQr} />
            <Text size="sm">{words.signIn.enrolSecret}</Text>
            <Group gap="xs" wrap="nowrap">
              <Code fz="sm">{secret.replace(/(.{4})/g, '$1 ').trim()}</Code>
              <Copy text={secret} />
            </Group>
            <Anchor href={uri} size="sm">
              {words.signIn.enrolLink}
            </Anchor>
            <FirstCode onCodes={setCodes} />
          </>
        )}
      </Answer>
    </Stack>
  );
}

function FirstCode({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [fault, setFault] = useState<string>();
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\s/g, '');
    try {
      onCodes((await send('login.enrol_confirm', { code })).recovery_codes);
    } catch (error) {
      setFault(sentenceOf(error));
    }
  }
  return (
    <Form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {fault && <Alert color="red">{fault}</Alert>}
        <TextInput
          name="code"
          label={words.signIn.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
        />
        <Button type="submit">{words.signIn.verify}</Button>
      </Stack>
    </Form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => unknown }) {
  return (
    <Stack gap="sm">
      <Title order={2}>{words.signIn.recoveryTitle}</Title>
      <Text c="dimmed">{words.signIn.recoveryLead}</Text>
      <List listStyleType="none" ff="monospace">
        {codes.map((code) => (
          <List.Item key={code}>{code}</List.Item>
        ))}
      </List>
      <Group>
        <Copy text={codes.join('\n')} />
        <Button onClick={() => void onDone()}>{words.signIn.recoveryDone}</Button>
      </Group>
    </Stack>
  );
}

function Copy({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="compact-sm" variant="default" onClick={copy}>
          {copied ? words.common.copied : words.common.copy}
        </Button>
      )}
    </CopyButton>
  );
}
