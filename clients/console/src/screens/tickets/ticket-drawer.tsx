import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { choiceWord } from '../../ui/choice-word.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { instant } from '../../ui/instant.ts';
import { PhoneNumber } from '../../ui/phone-number.tsx';
import { Lines, Mono, Warn } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { Actions } from './actions.tsx';
import { Appeals } from './appeals.tsx';
import type { TicketRecord } from './moves.ts';
import { Photos } from './photos.tsx';
import { Thread } from './thread.tsx';
import { statusOf, subjectOf } from './ticket-list.tsx';

/** A ticket, what was written to it, and what can be done about it. */
export function TicketDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const record = useQuery({ ...ask('ticket.get', { id }), refetchInterval: LIVE_MS });
  return (
    <DetailsDrawer title={record.data ? subjectOf(record.data) : words.tickets.title} onClose={onClose}>
      <Answer of={record} lines={8}>
        {(ticket) => (
          <>
            <Actions ticket={ticket} />
            <Lines>{ticket.text}</Lines>
            <Details ticket={ticket} />
            <Photos ticketid={ticket.id} />
            <Thread entries={ticket.thread} />
            <Appeals ticket={ticket} />
          </>
        )}
      </Answer>
    </DetailsDrawer>
  );
}

function Details({ ticket }: { ticket: TicketRecord }) {
  const { tickets: w, fields } = words;
  const { serviceid, number, resolved_at, resolution, reason, rating, reopened } = ticket;
  return (
    <Facts
      facts={[
        [w.docket, <Mono key="docket">{ticket.docket}</Mono>],
        [fields.status, statusOf(ticket)],
        [w.mergedInto, ticket.merged_docket && <Mono key="merged">{ticket.merged_docket}</Mono>],
        [w.subscriber, serviceid !== null && <Subscriber key="subscriber" of={ticket} />],
        [
          w.number,
          number && (
            <PhoneNumber
              key="number"
              number={number}
              dial={ticket.e164 ?? number}
              reveal={{ path: 'ticket.phone_reveal', input: { id: ticket.id } }}
            />
          ),
        ],
        [fields.categoryid, ticket.category],
        [fields.priority, choiceWord(ticket.priority)],
        [w.filedAs, ticket.verdict],
        [w.answerDue, !ticket.first_reply_at && ticket.respond_by && <Due key="respond" at={ticket.respond_by} />],
        [w.due, !resolved_at && ticket.resolve_by && <Due key="resolve" at={ticket.resolve_by} />],
        [w.legal, !resolved_at && ticket.legal_by && <Due key="legal" at={ticket.legal_by} />],
        [fields.assigned_to, ticket.assigned_username],
        [fields.queueid, ticket.queuename],
        [w.resolved, resolved_at && `${instant(resolved_at)}, ${ticket.resolved_by ?? ''}`],
        [fields.resolution, resolution && choiceWord(resolution)],
        [fields.reason, reason],
        [w.rating, rating !== null && w.ratingOf(rating)],
        [w.reopened, reopened > 0 && w.times(reopened)],
        [w.created, `${instant(ticket.created_at)}, ${ticket.created_by}`],
      ]}
    />
  );
}

const Subscriber = ({ of: { serviceid, username } }: { of: TicketRecord }) => (
  <Link to={`/subscribers/${serviceid}`}>{username ?? words.careTasks.subscriber}</Link>
);

/** A deadline that is still to be kept. */
function Due({ at }: { at: Date }) {
  return at.getTime() < Date.now() ? <Warn>{`${instant(at)} · ${words.tickets.late}`}</Warn> : instant(at);
}
