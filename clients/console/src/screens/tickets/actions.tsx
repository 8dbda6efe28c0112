import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { useMay, useMe } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words/words.ts';
import { Asked, type Asking } from './asked.tsx';
import { isEnded, MOVES, type Report, type TicketRecord } from './moves.ts';
import { MERGED_FROM } from './workflow.ts';

const onError = (error: unknown) => notifications.show({ message: sentenceOf(error), color: 'red' });
/** Nothing has to be said about them. */
const AT_ONCE: readonly Report[] = ['take', 'back', 'reopen', 'close'];

/** What can be done about a ticket: only what its status and the caller's rights allow. */
export function Actions({ ticket }: { ticket: TicketRecord }) {
  const w = words.tickets;
  const { mayMove, mayReply, mayNote } = useRights(ticket);
  const [asking, setAsking] = useState<Asking>();
  const move = useChange('ticket.move');
  const { id, status } = ticket;
  const report = (what: Report) => {
    if (AT_ONCE.includes(what)) move.mutate({ id, status, report: what }, { onError });
    else setAsking(what);
  };
  const [first] = mayMove ? MOVES[status] : [];
  return (
    <Group gap="xs">
      {first && (
        <Button loading={move.isPending} onClick={() => report(first)}>
          {w.reports[first]}
        </Button>
      )}
      {mayReply && (
        <Button variant="default" leftSection={<Icon name="mail" size={16} />} onClick={() => setAsking('reply')}>
          {w.reply}
        </Button>
      )}
      {mayNote && (
        <Button variant="default" leftSection={<Icon name="pencil" size={16} />} onClick={() => setAsking('note')}>
          {w.note}
        </Button>
      )}
      {mayMove && <More ticket={ticket} onReport={report} onAsk={setAsking} />}
      {asking && <Asked ticket={ticket} about={asking} onClose={() => setAsking(undefined)} />}
    </Group>
  );
}

/** A reseller works on its own tickets only; to those of its ISP it writes. */
function useRights({ status, keeperid }: TicketRecord) {
  const may = useMay();
  const { reseller } = useMe();
  const isOwn = reseller === null || reseller.resellerid === keeperid;
  return {
    mayMove: may('ticket.write') && isOwn,
    mayReply: may('ticket.write') && !isEnded(status),
    mayNote: may('note.write'),
  };
}

interface MoreProps {
  readonly ticket: TicketRecord;
  readonly onReport: (report: Report) => void;
  readonly onAsk: (about: Asking) => void;
}

function More({ ticket: { status, keeperid, resolved_at, rating }, onReport, onAsk }: MoreProps) {
  const w = words.tickets;
  const may = useMay();
  const { reseller } = useMe();
  const rest = MOVES[status].slice(1);
  const asked: Asking[] = [
    ...(isEnded(status) ? [] : (['edit', 'assign'] as const)),
    ...(reseller && keeperid === reseller.resellerid && !isEnded(status) ? (['escalate'] as const) : []),
    ...(may('ticket.manage') && MERGED_FROM.includes(status) ? (['merge'] as const) : []),
    ...(resolved_at && rating === null ? (['rate'] as const) : []),
  ];
  if (rest.length + asked.length === 0) return null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={w.move}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {rest.map((report) => (
          <Menu.Item key={report} onClick={() => onReport(report)}>
            {w.reports[report]}
          </Menu.Item>
        ))}
        {rest.length > 0 && asked.length > 0 && <Menu.Divider />}
        {asked.map((about) => (
          <Menu.Item key={about} onClick={() => onAsk(about)}>
            {about in w.reports ? w.reports[about as Report] : w[about as Exclude<Asking, Report>]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
