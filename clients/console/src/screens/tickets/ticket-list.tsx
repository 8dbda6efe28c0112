import { CATEGORIES, QUEUES } from '../../ui/care-choices.ts';
import { choiceWord, wordedChoice } from '../../ui/choice-word.ts';
import type { Column } from '../../ui/columns.tsx';
import type { Filter } from '../../ui/filters.ts';
import { instant } from '../../ui/instant.ts';
import type { ListSpec } from '../../ui/list-screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Mono, Strong, Warn } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { LOOKS, type Ticket } from './moves.ts';

const PRIORITIES = ['Urgent', 'High', 'Normal', 'Low'];

export const statusOf = ({ status }: Pick<Ticket, 'status'>) => (
  <Status of={LOOKS[status]} label={words.timeline.ticketStatuses[status]} />
);

/** Whom it is about. */
export const subjectOf = ({ customername, username, number }: Ticket): string =>
  customername ?? username ?? number ?? words.tickets.stranger;

const dueOf = ({ resolve_by, breached }: Ticket) => {
  if (!resolve_by) return null;
  return breached ? <Warn>{`${instant(resolve_by)} · ${words.tickets.late}`}</Warn> : instant(resolve_by);
};

function columns(): Column<Ticket>[] {
  const { tickets: w, fields } = words;
  return [
    { key: 'docket', title: w.docket, width: 108, rank: 0, cell: ({ docket }) => <Mono>{docket}</Mono> },
    {
      ...{ key: 'customername', title: w.subscriber, width: 140, grow: 1.4, rank: 0 },
      fields: ['customername', 'username', 'number'],
      cell: (row) => <Strong>{subjectOf(row)}</Strong>,
    },
    { key: 'category', title: fields.categoryid, width: 120, grow: 1.2, rank: 2, cell: ({ category }) => category },
    { key: 'status', title: fields.status, width: 160, rank: 0, cell: statusOf },
    { key: 'priority', title: fields.priority, width: 90, rank: 3, cell: ({ priority }) => choiceWord(priority) },
    { key: 'resolve_by', title: w.due, width: 170, rank: 1, sort: 'resolve_by', cell: dueOf },
    {
      ...{ key: 'assigned_username', title: fields.assigned_to, width: 120, rank: 4 },
      fields: ['assigned_username', 'queuename'],
      cell: ({ assigned_username, queuename }) => assigned_username ?? queuename,
    },
    {
      ...{ key: 'created_at', title: w.created, width: 130, rank: 5, sort: 'created_at' },
      cell: ({ created_at }) => instant(created_at),
    },
    { key: 'text', title: w.problem, width: 220, grow: 2, rank: 6, cell: ({ text }) => text },
  ];
}

function filters(userid: number): Filter[] {
  const { tickets: w, fields } = words;
  const statuses = Object.entries(words.timeline.ticketStatuses).map(([value, label]) => ({ value, label }));
  return [
    { key: 'status', label: fields.status, kind: 'choice', choices: statuses, pinned: true },
    {
      ...{ key: 'whose', label: w.whose, kind: 'choice', pinned: true },
      choices: [{ value: 'mine', label: w.mine }],
      toInput: () => ({ assigned_to: userid }),
    },
    { key: 'breached', label: w.lateOnly, kind: 'flag', pinned: true },
    { key: 'docket', label: w.docket, kind: 'text', pinned: true },
    { key: 'priority', label: fields.priority, kind: 'choice', choices: PRIORITIES.map(wordedChoice) },
    { key: 'categoryid', label: fields.categoryid, kind: 'number', source: CATEGORIES },
    { key: 'queueid', label: fields.queueid, kind: 'number', source: QUEUES },
    { key: 'number', label: w.number, kind: 'text' },
    { key: 'customerid', label: words.subscriber.customerId, kind: 'number' },
  ];
}

export function ticketList(userid: number): ListSpec<Ticket> {
  const w = words.tickets;
  return {
    title: w.title,
    path: 'ticket.list',
    keyOf: ({ id }) => id,
    sort: 'created_at',
    order: 'desc',
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: columns(),
    narrow: (row) => ({
      title: subjectOf(row),
      detail: `${row.category} · ${row.docket}`,
      end: statusOf(row),
      endDetail: dueOf(row),
    }),
    filters: filters(userid),
  };
}
