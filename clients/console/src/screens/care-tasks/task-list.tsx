import type { Row } from '../../api/client.ts';
import { LIVE_MS } from '../../api/queries.ts';
import { QUEUES } from '../../ui/care-choices.ts';
import { wordedChoice } from '../../ui/choice-word.ts';
import type { Column } from '../../ui/columns.tsx';
import { instant } from '../../ui/instant.ts';
import type { ListSpec } from '../../ui/list-screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Strong, Warn } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

export type Task = Row<'task.list'>;

const STATES: readonly Task['state'][] = ['Open', 'Done', 'Cancelled'];
const LOOKS: Readonly<Record<Task['state'], string>> = { Open: 'Open', Done: 'Paid', Cancelled: 'Cancelled' };

export const stateOf = ({ state }: Task) => <Status of={LOOKS[state]} label={words.choices[state]} />;

export const dueOf = ({ due_at, state }: Task) =>
  state === 'Open' && due_at.getTime() < Date.now() ? (
    <Warn>{`${instant(due_at)} · ${words.careTasks.late}`}</Warn>
  ) : (
    instant(due_at)
  );

const subjectOf = ({ customername, username }: Task) => customername ?? username;

function columns(): Column<Task>[] {
  const w = words.careTasks;
  return [
    { key: 'due_at', title: w.due, width: 170, rank: 0, sort: 'due_at', cell: dueOf },
    { key: 'title', title: w.what, width: 200, grow: 2, rank: 0, cell: ({ title }) => <Strong>{title}</Strong> },
    { key: 'customername', title: w.subject, width: 150, grow: 1.3, rank: 1, cell: subjectOf },
    { key: 'queuename', title: w.queue, width: 120, rank: 3, cell: ({ queuename }) => queuename },
    {
      ...{ key: 'assigned_username', title: w.assigned, width: 120, rank: 2 },
      cell: ({ assigned_username }) => assigned_username,
    },
    { key: 'state', title: w.state, width: 120, rank: 2, cell: stateOf },
  ];
}

function tasksOf(path: 'task.mine' | 'task.list', filters: ListSpec<Task>['filters']): ListSpec<Task> {
  const w = words.careTasks;
  return {
    title: w.title,
    path,
    keyOf: ({ id }) => id,
    sort: 'due_at',
    order: 'asc',
    refresh: LIVE_MS,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: columns(),
    narrow: (row) => ({ title: row.title, detail: subjectOf(row), end: dueOf(row), endDetail: stateOf(row) }),
    filters,
  };
}

export const myTasks = (): ListSpec<Task> => tasksOf('task.mine', []);

export function allTasks(): ListSpec<Task> {
  const w = words.careTasks;
  return tasksOf('task.list', [
    { key: 'state', label: w.state, kind: 'choice', choices: STATES.map(wordedChoice), pinned: true },
    { key: 'queueid', label: w.queue, kind: 'number', source: QUEUES, pinned: true },
    { key: 'serviceid', label: words.subscriber.serviceId, kind: 'number' },
  ]);
}
