import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { me } from '../../api/queries.ts';
import { Enrolment } from '../../ui/enrolment.tsx';
import { Logo } from '../../ui/logo.tsx';
import { words } from '../../words/words.ts';
import { Credentials } from './credentials.tsx';
import { OwedSignOut } from './owed-sign-out.tsx';
import { SecondFactor } from './second-factor.tsx';
import classes from './sign-in.module.css';

const BASE = '/console';

type Step = 'credentials' | 'second_factor' | 'enrol';

/** Signing in, in as many steps as the node asks for. */
export function SignIn() {
  const queries = useQueryClient();
  const router = useRouter();
  const [step, setStep] = useState<Step>('credentials');
  const { to } = useSearch({ strict: false }) as { to?: string };

  /** Goes on to what is missing; with nothing missing, the screens open. */
  async function proceed(next: Step | 'done'): Promise<void> {
    if (next !== 'done') return setStep(next);
    await queries.fetchQuery({ ...me, staleTime: 0 });
    await router.navigate({ href: placeOf(to), replace: true });
  }

  return (
    <main className={classes.page}>
      <Stack gap="lg" className={classes.column}>
        <Stack gap={6} align="center">
          <Logo size={44} />
          <Title order={1}>{words.common.product}</Title>
          <Text c="dimmed">{words.signIn.lead}</Text>
        </Stack>
        <OwedSignOut />
        <Paper p="lg" className={classes.card}>
          <Missing step={step} proceed={proceed} />
        </Paper>
      </Stack>
    </main>
  );
}

function Missing({ step, proceed }: { step: Step; proceed: (next: Step | 'done') => Promise<void> }) {
  const startAgain = () => void proceed('credentials');
  if (step === 'second_factor') return <SecondFactor onDone={() => proceed('done')} startAgain={startAgain} />;
  if (step === 'enrol') return <Enrolment lead={words.signIn.enrolLead} onDone={() => proceed('done')} />;
  return <Credentials onDone={proceed} />;
}

/** Only places of the console: an address from elsewhere must not lead away. */
function placeOf(to: string | undefined): string {
  return to?.startsWith('/') && !to.startsWith('//') && !to.includes('\\')
    ? `${BASE}${to.replace(/^\/console/, '')}`
    : `${BASE}/`;
}
