import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { NewTicket } from '../../ui/new-ticket.tsx';
import { Card } from '../../ui/screen.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';

/** As many as an agent reads while somebody waits. */
const SHOWN = 5;

/** What the customer has complained about, newest first, and where the next complaint is filed. */
export function TicketsCard({ subscriber }: { subscriber: SubscriberRecord }) {
  const may = useMay();
  return may('ticket.read') ? <Newest subscriber={subscriber} /> : null;
}

function Newest({ subscriber: { service } }: { subscriber: SubscriberRecord }) {
  const w = words.tickets;
  const may = useMay();
  const { customerid, serviceid } = service;
  const [isFiling, setFiling] = useState(false);
  const newest = useQuery(
    askRows('ticket.list', { customerid, sort_field: 'id', sort_order: 'desc', rows_limit: SHOWN }),
  );
  const file = (
    <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setFiling(true)}>
      {w.file}
    </Button>
  );
  return (
    <Card title={w.title} actions={may('ticket.write') && file}>
      <Answer of={newest} lines={2}>
        {(tickets) => (
          <Stack gap="xs">
            {tickets.length === 0 && <Text c="dimmed">{w.none}</Text>}
            {tickets.map(({ id, category, status, docket, created_at }) => (
              <div key={id}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Link to="/tickets" search={{ ticket: String(id) } as never}>
                    {category}
                  </Link>
                  <Text size="sm">{words.timeline.ticketStatuses[status]}</Text>
                </Group>
                <Text size="xs" c="dimmed">
                  {docket} · {instant(created_at)}
                </Text>
              </div>
            ))}
            {tickets.length === SHOWN && (
              <Anchor component={Link} to="/tickets" search={{ customerid: String(customerid) } as never} size="sm">
                {w.all}
              </Anchor>
            )}
          </Stack>
        )}
      </Answer>
      {isFiling && <NewTicket about={{ customerid, serviceid }} onClose={() => setFiling(false)} />}
    </Card>
  );
}
