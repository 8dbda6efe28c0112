import { maskedTitle, numberFor } from '../../../../core/telephone/masked.ts';
import { callScope, noteScope, taskScope, ticketScope, visitScope } from '../../../../core/tenancy/care-scope.ts';
import { type Scope, type ScopeColumns, scopeConditions } from '../../../../core/tenancy/scope.ts';
import { join, raw, type Sql, sql } from '../../../../db/sql.ts';
import type { Source, Subject } from './sources.ts';

const technician = (alias: string) =>
  sql`(SELECT u.username FROM auth.login_user u WHERE u.id = ${raw(alias)}.technician_id)`;
const window = sql`v.day || ' ' || v.hours`;
const isBookedAgain = sql`EXISTS (SELECT FROM crm.visit_event b
  WHERE b.visit_id = v.id AND b.id > e.id AND b.action = 'move' AND b.state = 'Booked')`;

/** What the staff notes about the service, and about its customer as a whole, as far as the caller may see it. */
function about(table: string, alias: string, scoped: ScopeColumns): (of: Subject, scope: Scope) => Sql {
  const row = raw(alias);
  return ({ id, customerId }, scope) => {
    const own = sql`${row}.customer_id = ${customerId} AND (${row}.service_id = ${id} OR ${row}.service_id IS NULL)`;
    return sql`${raw(table)} ${row} WHERE ${join([own, ...scopeConditions(scope, scoped)], ' AND ')}`;
  };
}

export const CARE_SOURCES: readonly Source[] = [
  {
    ...{ name: 'note', kind: 'note', access: 'note.read', at: sql`n.created_at`, row: sql`n.id` },
    ...{ title: sql`n.visibility`, detail: sql`n.text`, by: sql`n.created_by` },
    from: about('crm.note', 'n', noteScope('n')),
  },
  {
    ...{ name: 'call', kind: 'call', access: 'note.read', at: sql`l.started_at`, row: sql`l.id` },
    ...{
      title: sql`l.direction || ', ' || l.outcome`,
      detail: (scope) => sql`concat_ws(', ', ${numberFor(scope, sql`l.number`)}, l.note)`,
    },
    by: sql`l.created_by`,
    from: about('crm.call', 'l', callScope('l')),
  },
  {
    ...{ name: 'task', kind: 'task', access: 'note.read', at: sql`t.created_at`, row: sql`t.id` },
    ...{
      title: ({ masksPhones }) => (masksPhones ? maskedTitle(sql`t.title`) : sql`t.title`),
      detail: sql`concat_ws(': ', t.state, coalesce(t.report, t.text))`,
      by: sql`t.created_by`,
    },
    from: about('crm.task', 't', taskScope('t')),
  },
  {
    ...{ name: 'ticket', kind: 'ticket', access: 'ticket.read', at: sql`k.created_at`, row: sql`k.id` },
    ...{ title: sql`k.docket`, detail: sql`concat_ws(': ', k.status, k.text)`, by: sql`k.created_by` },
    from: about('crm.ticket', 'k', ticketScope('k')),
  },
  {
    ...{ name: 'visit', kind: 'visit', access: 'visit.read', at: sql`v.created_at`, row: sql`v.id` },
    ...{ title: sql`'Booked'`, detail: sql`concat_ws(', ', ${window}, ${technician('v')})`, by: sql`v.created_by` },
    from: about('crm.visit', 'v', visitScope('v')),
  },
  {
    ...{ name: 'visitend', kind: 'visit', access: 'visit.read', at: sql`e.at`, row: sql`e.id`, title: sql`e.state` },
    // A visit that failed may have another window since.
    detail: sql`concat_ws(', ', CASE WHEN NOT ${isBookedAgain} THEN ${window} END, ${technician('e')}, e.text)`,
    by: sql`e.created_by`,
    from: (of, scope) => {
      const seen = about('crm.visit', 'v', visitScope('v'))(of, scope);
      return sql`crm.visit_event e, ${seen} AND e.visit_id = v.id AND e.action = 'move'
        AND e.state IN ('Done', 'Failed', 'Cancelled')`;
    },
  },
];
