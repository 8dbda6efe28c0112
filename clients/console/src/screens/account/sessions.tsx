import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { ask } from '../../api/queries.ts';
import { Answer } from '../../ui/empty.tsx';
import { ago, instant } from '../../ui/instant.ts';
import { Card } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';

export function Sessions() {
  const sessions = useQuery(ask('login.sessions', undefined));
  const end = useChange('login.session_end');
  const endOthers = useChange('login.sessions_end_others');
  const { account } = words;
  return (
    <Card
      title={account.sessions}
      hint={account.sessionsLead}
      actions={
        <Button variant="default" size="xs" onClick={() => endOthers.mutate(undefined)}>
          {account.endOthers}
        </Button>
      }
    >
      <Answer of={sessions}>
        {(rows) => (
          <Stack gap="sm">
            {rows.map(({ sessionid, address, agent, started, seen, current }) => (
              <Group key={sessionid} justify="space-between" wrap="nowrap">
                <div>
                  <Text fw={550}>
                    {browserOf(agent)} · {address} {current && <Badge>{account.current}</Badge>}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {account.started} {instant(started)} · {account.seen} {ago(seen)}
                  </Text>
                </div>
                {!current && (
                  <Button variant="subtle" size="compact-sm" onClick={() => end.mutate({ sessionid })}>
                    {account.endSession}
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </Answer>
    </Card>
  );
}

/** `Chrome on Linux`, as far as the browser says so. */
function browserOf(agent: string): string {
  const browser = /(Edg|Firefox|Chrome|Safari)\//.exec(agent)?.[1]?.replace('Edg', 'Edge') ?? agent.slice(0, 30);
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
  return system ? `${browser}, ${system}` : browser;
}
