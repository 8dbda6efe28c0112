import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Output, Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { ask } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { ago, duration } from '../../ui/instant.ts';
import { Refusal } from '../../ui/preview.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { EndSessions } from './end-sessions.tsx';

type Compared = Output<'nas.reconcile'>;
type Status = Output<'nas.api_status'>;

/** Rows that help; the counts have all. */
const SHOWN = 20;

/** The sessions of a router beside the open ones; only when somebody asks. The node does so every 15 minutes as well. */
export function RouterSessions({ nas: { id, name }, status }: { nas: Row<'nas.list'>; status: Status | undefined }) {
  const w = words.routerSessions;
  const compared = useQuery({ ...ask('nas.reconcile', { id }), enabled: false });
  return (
    <Stack gap="sm" component="section" aria-label={w.title}>
      <Title order={4}>{w.title}</Title>
      {status?.compared_at && <Facts facts={lastOf(status, status.compared_at)} />}
      {compared.error && <Refusal sentence={sentenceOf(compared.error)} />}
      {compared.data && !compared.error && (
        <Sides nas={{ id, name }} of={compared.data} onEnded={() => void compared.refetch()} />
      )}
      <Group justify="flex-end">
        <Button variant="default" loading={compared.isFetching} onClick={() => void compared.refetch()}>
          {compared.data ? w.compareAgain : w.compare}
        </Button>
      </Group>
    </Stack>
  );
}

function lastOf({ agreed_at, on_nas, here, only_on_nas, only_here, differs }: Status, comparedAt: Date) {
  const w = words.routerSessions;
  const different = (only_on_nas ?? 0) + (only_here ?? 0) + (differs ?? 0);
  return [
    [w.compared, ago(comparedAt)],
    [w.agreed, agreed_at === null ? w.never : ago(agreed_at)],
    [w.both, on_nas !== null && here !== null && w.bothOf(count(here), count(on_nas))],
    [w.differences, different > 0 && count(different)],
  ] as const;
}

interface SidesProps {
  readonly nas: Pick<Row<'nas.list'>, 'id' | 'name'>;
  readonly of: Compared;
  readonly onEnded: () => void;
}

function Sides({ nas, of, onEnded }: SidesProps) {
  const w = words.routerSessions;
  const may = useMay();
  const end = (sessions: 'only_here' | 'only_on_nas') =>
    may('session.disconnect') && <EndSessions nas={nas} sessions={sessions} onEnded={onEnded} />;
  if (of.only_here + of.only_on_nas + of.differs === 0) return <Text role="status">{w.same(count(of.agreed))}</Text>;
  return (
    <>
      <Side title={w.onlyHere} lead={w.onlyHereLead} total={of.only_here} end={end('only_here')}>
        {of.sessions_only_here.slice(0, SHOWN).map(({ id, username, ip, updatetime }) => (
          <List.Item key={id}>{w.reported(username, ip ?? '', ago(updatetime))}</List.Item>
        ))}
      </Side>
      <Side title={w.onlyOnNas} lead={w.onlyOnNasLead} total={of.only_on_nas} end={end('only_on_nas')}>
        {of.sessions_only_on_nas.slice(0, SHOWN).map(({ username, ip, uptime }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a router may list two alike, and none moves
          <List.Item key={at}>{w.running(username, ip ?? '', uptime === null ? '' : duration(uptime))}</List.Item>
        ))}
      </Side>
      <Side title={w.differ} lead={w.differLead} total={of.differs}>
        {of.sessions_that_differ.slice(0, SHOWN).map(({ id, username, differs, ...one }) => (
          <List.Item key={id}>
            {username}: {differs.includes('ip') && w.other(one.ip ?? '', one.router_ip ?? '')}{' '}
            {differs.includes('mac') && w.other(one.mac ?? '', one.router_mac ?? '')}
          </List.Item>
        ))}
      </Side>
    </>
  );
}

interface SideProps {
  readonly title: string;
  readonly lead: string;
  readonly total: number;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

function Side({ title, lead, total, end, children }: SideProps) {
  if (total === 0) return null;
  return (
    <Stack gap={4}>
      <Text fw={600}>
        {title}: {count(total)}
      </Text>
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
      <List size="sm">{children}</List>
      {total > SHOWN && <Text size="sm">{words.routerSessions.more(count(total - SHOWN))}</Text>}
      {end}
    </Stack>
  );
}
