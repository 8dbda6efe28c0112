import { column, defineList, exact, fromUpto, PAGED, stampColumns, telephone } from '../../../core/list/index.ts';
import { maskedTitle } from '../../../core/telephone/masked.ts';
import { isForCaller, taskScope } from '../../../core/tenancy/care-scope.ts';
import type { ScopeColumns } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { careColumns, careFilters, subjectJoins } from '../columns.ts';
import { TASK_SOURCES, TASK_STATES } from './vocabulary.ts';

const table = {
  from: `crm.task t ${subjectJoins('t')}
   LEFT JOIN auth.login_user a ON a.isp_id = t.isp_id AND a.id = t.assigned_to
   LEFT JOIN crm.care_queue q ON q.isp_id = t.isp_id AND q.id = t.queue_id`,
  key: 't.id',
  columns: {
    ...careColumns('t'),
    title: telephone(wire.shown(), 't.title', maskedTitle),
    text: column(wire.shown().nullable(), 't.text'),
    due_at: column(wire.timestamp(), 't.due_at'),
    assigned_to: column(wire.id().nullable(), 't.assigned_to'),
    assigned_username: column(wire.shown().nullable(), 'a.username'),
    queueid: column(wire.id().nullable(), 't.queue_id'),
    queuename: column(wire.shown().nullable(), 'q.name'),
    callid: column(wire.id().nullable(), 't.call_id'),
    state: column(wire.oneOf(TASK_STATES), 't.state'),
    closed_at: column(wire.timestamp().nullable(), 't.closed_at'),
    closed_by: column(wire.shown().nullable(), 't.closed_by'),
    report: column(wire.shown().nullable(), 't.report'),
    source: column(wire.oneOf(TASK_SOURCES), 't.source'),
    ...stampColumns('t'),
  },
  paging: PAGED,
  sort: { due_at: 't.due_at', id: 't.id' },
  defaultSort: 'due_at',
} as const;

export const tasks = defineList({
  ...table,
  scope: taskScope('t'),
  filters: {
    ...careFilters('t'),
    assigned_to: exact(wire.id(), 't.assigned_to'),
    queueid: exact(wire.id(), 't.queue_id'),
    state: exact(wire.oneOf(TASK_STATES), 't.state'),
    source: exact(wire.oneOf(TASK_SOURCES), 't.source'),
    ...fromUpto('due', 't.due_at'),
  },
});

/** Open ones that the caller is to do. */
const mine: ScopeColumns = {
  ...taskScope('t'),
  own: (scope) => {
    const isSeen = taskScope('t').own?.(scope) ?? sql`TRUE`;
    return sql`${isSeen} AND ${isForCaller('t')(scope)}`;
  },
};

export const myTasks = defineList({
  ...table,
  scope: mine,
  only: sql`t.state = 'Open'`,
  filters: fromUpto('due', 't.due_at'),
});
