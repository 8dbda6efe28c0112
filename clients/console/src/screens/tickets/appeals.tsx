import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { instant } from '../../ui/instant.ts';
import { newKey } from '../../ui/new-key.ts';
import { Lines } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { APPEAL_MOVES, type Appeal, type AppealReport, type TicketRecord } from './moves.ts';
import classes from './tickets.module.css';

/** The appeals of a ticket, oldest first; or a button to file one, where the ticket allows it. */
export function Appeals({ ticket }: { ticket: TicketRecord }) {
  const w = words.tickets;
  const mayFile = useMay()('ticket.write');
  const [isFiling, setFiling] = useState(false);
  const found = useQuery({
    ...askRows('ticket.appeal_list', { ticketid: ticket.id, rows_limit: 100 }),
    refetchInterval: LIVE_MS,
  });
  const appeals = found.data ?? [];
  const isFree = appeals.every(({ status }) => status === 'Withdrawn');
  const isOffered = mayFile && found.isSuccess && isFree && (ticket.resolved_at !== null || ticket.legal_breached);
  if (appeals.length === 0 && !isOffered) return null;
  return (
    <Stack gap="sm" component="section" aria-label={w.appeals}>
      <Title order={3}>{w.appeals}</Title>
      {appeals.map((appeal) => (
        <OneAppeal key={appeal.id} of={appeal} />
      ))}
      {isOffered && (
        <Group>
          <Button variant="default" onClick={() => setFiling(true)}>
            {w.appeal}
          </Button>
        </Group>
      )}
      {isFiling && <Filing id={ticket.id} onClose={() => setFiling(false)} />}
    </Stack>
  );
}

function Filing({ id, onClose }: { id: number; onClose: () => void }) {
  const w = words.tickets;
  const [idempotency_key] = useState(newKey);
  return (
    <FormDialog
      path="ticket.appeal"
      title={w.appeal}
      lead={w.appealLead}
      fields={[{ name: 'text', label: w.objection, wide: true }]}
      fixed={{ id, idempotency_key }}
      confirm={w.appeal}
      onClose={onClose}
    />
  );
}

function OneAppeal({ of: appeal }: { of: Appeal }) {
  const { status, text, decision, decide_by, decided_at, decided_by, created_at, created_by, updated_at, updated_by } =
    appeal;
  const w = words.tickets;
  const isOpen = APPEAL_MOVES[status].length > 0;
  return (
    <article className={classes.entry}>
      <Lines>{text}</Lines>
      <Text size="xs" c="dimmed">
        {[created_by, instant(created_at)].join(' · ')}
      </Text>
      <Text fw={600}>{w.appealStatuses[status]}</Text>
      {isOpen && <Text>{`${w.decideBy}: ${instant(decide_by)}`}</Text>}
      {decision && <Lines>{decision}</Lines>}
      {decided_at && (
        <Text size="xs" c="dimmed">
          {[decided_by, instant(decided_at)].join(' · ')}
        </Text>
      )}
      {status === 'Withdrawn' && (
        <Text size="xs" c="dimmed">
          {[updated_by, instant(updated_at)].join(' · ')}
        </Text>
      )}
      <Moves of={appeal} />
    </article>
  );
}

/** The ISP decides appeals, also of customers of its resellers. */
function Moves({ of: { id, status } }: { of: Appeal }) {
  const w = words.tickets;
  const mayDecide = useMay()('ticket.manage');
  const { reseller } = useMe();
  const [deciding, setDeciding] = useState<AppealReport>();
  const move = useChange('ticket.appeal_move');
  const reports = mayDecide && reseller === null ? APPEAL_MOVES[status] : [];
  if (reports.length === 0) return null;
  const onReport = (report: AppealReport) => {
    if (report === 'uphold' || report === 'reject') setDeciding(report);
    else
      move.mutate(
        { id, status, report },
        { onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }) },
      );
  };
  return (
    <Group gap="xs" mt="xs">
      {reports.map((report, place) => (
        <Button
          key={report}
          size="xs"
          variant={place === 0 ? 'filled' : 'default'}
          loading={move.isPending}
          onClick={() => onReport(report)}
        >
          {w.appealReports[report]}
        </Button>
      ))}
      {deciding && (
        <FormDialog
          path="ticket.appeal_move"
          title={w.appealReports[deciding]}
          lead={w.decisionLead}
          fields={[{ name: 'decision', label: w.decision, wide: true, required: true }]}
          fixed={{ id, status, report: deciding }}
          confirm={w.appealReports[deciding]}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </Group>
  );
}
