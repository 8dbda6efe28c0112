import { Button, Code, CopyButton, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';
import { Answer } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words/words.ts';

/** What to enter at the provider for its webhooks. */
export function WebhookSetup({ id }: { id: number }) {
  const w = words.gateways;
  const setup = useQuery(ask('gateway.webhook', { id }));
  return (
    <Answer of={setup}>
      {({ url, events }) => (
        <Stack gap="xs">
          <Group justify="space-between">
            <Text component="h3" fw={600}>
              {w.address}
            </Text>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
                  onClick={copy}
                >
                  {copied ? words.common.copied : words.common.copy}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Text size="sm" c="dimmed">
            {w.addressLead}
          </Text>
          <Code block tabIndex={0} role="region" aria-label={w.address}>
            {url}
          </Code>
          <Text fw={600}>{w.events}</Text>
          <List size="sm">
            {events.map((event) => (
              <List.Item key={event}>{event}</List.Item>
            ))}
          </List>
        </Stack>
      )}
    </Answer>
  );
}
