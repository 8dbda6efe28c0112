import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type Me, me } from '../../api/queries.ts';
import { Enrolment } from '../../ui/enrolment.tsx';
import { Logo } from '../../ui/logo.tsx';
import { words } from '../../words/words.ts';
import { Credentials } from './credentials.tsx';
import { SecondFactor } from './second-factor.tsx';
import classes from './sign-in.module.css';

const BASE = '/console';

/** Signing in, in as many steps as the node asks for. */
export function SignIn() {
  const queries = useQueryClient();
  const router = useRouter();
  const { data: who } = useQuery(me);
  const { to } = useSearch({ strict: false }) as { to?: string };

  /** Asks again who is signed in; the screens open when nothing is missing. */
  async function proceed(): Promise<void> {
    const now = await queries.fetchQuery({ ...me, staleTime: 0 });
    if (now?.next === 'done') await router.navigate({ href: placeOf(to), replace: true });
  }

  return (
    <main className={classes.page}>
      <Stack gap="lg" className={classes.column}>
        <Stack gap={6} align="center">
          <Logo size={44} />
          <Title order={1}>{words.common.product}</Title>
          <Text c="dimmed">{words.signIn.lead}</Text>
        </Stack>
        <Paper p="lg" className={classes.card}>
          <Step next={who?.next} proceed={proceed} />
        </Paper>
      </Stack>
    </main>
  );
}

function Step({ next, proceed }: { next: Me['next'] | undefined; proceed: () => Promise<void> }) {
  if (next === 'second_factor') return <SecondFactor onDone={proceed} />;
  if (next === 'enrol') return <Enrolment lead={words.signIn.enrolLead} onDone={proceed} />;
  return <Credentials onDone={proceed} />;
}

/** Only places of the console: an address from elsewhere must not lead away. */
function placeOf(to: string | undefined): string {
  return to?.startsWith('/') && !to.startsWith('//') && !to.includes('\\')
    ? `${BASE}${to.replace(/^\/console/, '')}`
    : `${BASE}/`;
}
