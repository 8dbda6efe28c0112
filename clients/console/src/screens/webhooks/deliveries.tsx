import { Text } from '@mantine/core';
import type { Row } from '../../api/client.ts';
import { instant } from '../../ui/instant.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Dim, Lines, Warn } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Delivery = Row<'webhook.deliveries'>;

function Answer({ of: { http_status, duration_ms, error } }: { of: Delivery }) {
  const status = http_status === null ? '–' : String(http_status);
  return (
    <>
      <div>{words.webhooks.deliveredIn(status, duration_ms)}</div>
      {error && (
        <Lines>
          <Warn>{error}</Warn>
        </Lines>
      )}
    </>
  );
}

/** What was sent to a webhook, and what came of it: newest first. */
export function Deliveries({ webhookid }: { webhookid: number }) {
  const w = words.webhooks;
  return (
    <>
      <Text component="h3" fw={600}>
        {w.deliveries}
      </Text>
      <PagedTable
        path="webhook.deliveries"
        label={w.deliveries}
        input={{ webhookid }}
        empty={w.noDeliveries}
        keyOf={({ id }) => id}
        columns={[
          {
            title: w.event,
            cell: ({ type, eventid, at }) => (
              <>
                <div>{eventid === null ? type : `${type} ${eventid}`}</div>
                <Dim>{instant(at)}</Dim>
              </>
            ),
          },
          { title: w.attempt, end: true, wide: true, cell: ({ attempt }) => attempt },
          { title: w.answer, cell: (row) => <Answer of={row} /> },
        ]}
      />
    </>
  );
}
