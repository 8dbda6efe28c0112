import { join, raw, type Sql, sql } from '../../db/sql.ts';
import { inLocations } from './allowed-location.ts';
import { type Scope, type ScopeColumns, scopeConditions, servedInLocations, serviceScope } from './scope.ts';

/**
 * Who sees what the staff notes about customers: notes, calls, tasks, tickets, visits. An ISP sees all of them. A reseller sees those of
 * its own customers that its own staff keeps, and notes that are shared; what its ISP keeps for itself it never sees.
 */
export const noteScope = (alias: string): ScopeColumns => ({
  ...owner(alias),
  deleted: `${alias}.deleted_at`,
  own: (scope) =>
    both(keptFor(alias, scope, sql`${raw(alias)}.visibility = 'Shared'`), placed(alias, scope, sql`FALSE`)),
});

export const callScope = (alias: string): ScopeColumns => ({
  ...owner(alias),
  own: (scope) => both(keptFor(alias, scope), placed(alias, scope, sql`${raw(alias)}.created_by = ${scope.by}`)),
});

export const taskScope = (alias: string): ScopeColumns => ({
  ...owner(alias),
  own: (scope) => {
    const isTheirs = sql`${raw(alias)}.created_by = ${scope.by} OR ${isForCaller(alias)(scope)}`;
    return both(keptFor(alias, scope), placed(alias, scope, isTheirs));
  },
});

/**
 * A ticket is about the customer, so the customer's reseller sees it, also while the ISP works on it; which of its entries,
 * `isEntryShown` says. Subscribers see their own, of which `care/tickets/own` leaves out what is the staff's.
 */
export const ticketScope = (alias: string): ScopeColumns => ({
  ...owner(alias),
  customer: `${alias}.customer_id`,
  own: (scope) => placed(alias, scope, sql`(${raw(alias)}.created_by = ${scope.by} OR ${isForCaller(alias)(scope)})`),
});

/**
 * A visit belongs to the staff that goes there: a reseller sees those of its own staff, an ISP all of them. A technician sees
 * those that are theirs.
 */
export const visitScope = (alias: string): ScopeColumns => ({
  ...owner(alias),
  own: (scope) => {
    const toLead = sql`EXISTS (SELECT FROM crm.lead w WHERE w.id = ${raw(alias)}.lead_id AND ${there(scope, 'w')})`;
    const isTheirs = sql`${raw(alias)}.technician_id = ${callerOf(scope)}`;
    return both(keptFor(alias, scope), placed(alias, scope, toLead), scope.ownVisits ? isTheirs : null);
  },
});

/** When visits may be booked. An Employee of some locations sets it for those. */
export const visitSlotScope = (alias: string): ScopeColumns => ({
  ...owner(alias),
  own: ({ locations }) =>
    locations && sql`${raw(alias)}.location_code = ANY(${locations.map(({ code }) => code)}::text[])`,
});
/** An incident is the ISP's. Its resellers, and Employees of some locations, see those that concern a service of theirs. */
export const incidentScope = (alias: string): ScopeColumns => ({
  isp: `${alias}.isp_id`,
  own: (scope) => {
    const theirs = concernedOf(scope);
    return theirs && sql`EXISTS (SELECT ${theirs} AND h.incident_id = ${raw(alias)}.id)`;
  },
});

/** What an incident `h.incident_id` concerns of a caller who does not see all services; null: they see all. */
export function concernedOf(scope: Scope): Sql | null {
  if (scope.resellerId === null && scope.locations === null) return null;
  const { deleted: _, ...owned } = serviceScope('s');
  return sql`FROM crm.incident_service h JOIN crm.service s ON s.id = h.service_id WHERE ${join(scopeConditions(scope, owned), ' AND ')}`;
}

/** The entries of a ticket that the caller sees: a reseller no internal ones but those of its own staff, a subscriber public ones. */
export const isEntryShown = (alias: string, scope: Scope): Sql => {
  if (scope.customerId !== undefined) return sql`${raw(alias)}.kind = 'Public'`;
  return keptFor(alias, scope, sql`${raw(alias)}.kind <> 'Internal'`) ?? sql`TRUE`;
};

/** The tasks of the caller: those assigned to them, and those that nobody has taken yet from a queue they are a member of. */
export const isForCaller =
  (alias: string) =>
  (scope: Scope): Sql => {
    const [task, caller] = [raw(alias), callerOf(scope)];
    const ofQueue = sql`SELECT q.id FROM crm.care_queue q WHERE q.isp_id = ${task}.isp_id AND ${caller} = ANY(q.member_ids)`;
    return sql`(${task}.assigned_to = ${caller} OR (${task}.assigned_to IS NULL AND ${task}.queue_id IN (${ofQueue})))`;
  };

/**
 * Documents: a reseller sees those of its own customers, leads and strangers’ tickets, also those that its ISP uploaded. What of
 * leads and tickets a caller may see at all, `care/files` knows by permissions.
 */
export const fileScope = (alias: string): ScopeColumns => ({
  ...owner(alias),
  deleted: `${alias}.deleted_at`,
  own: (scope) => placed(alias, scope, sql`(${raw(alias)}.created_by = ${scope.by} OR ${isOfLead(alias, scope)})`),
});

const isOfLead = (alias: string, { locations }: Scope): Sql => {
  const there =
    locations === null ? sql`TRUE` : inLocations(locations, { lc: 'd.location_code', slc: 'd.sub_location_code' });
  return sql`EXISTS (SELECT FROM crm.lead d WHERE d.id = ${raw(alias)}.lead_id AND ${there})`;
};
/** The id of the caller. */
export const callerOf = ({ by }: Scope): Sql =>
  sql`(SELECT u.id FROM auth.login_user u WHERE lower(u.username) = lower(${by}) AND u.deleted_at IS NULL)`;

const owner = (alias: string) => ({ isp: `${alias}.isp_id`, reseller: `${alias}.reseller_id` });

function keptFor(alias: string, { resellerId }: Scope, orElse = sql`FALSE`): Sql | null {
  return resellerId === null ? null : sql`(${raw(alias)}.keeper_id = ${resellerId} OR ${orElse})`;
}

const there = ({ locations }: Scope, alias: string): Sql =>
  locations === null
    ? sql`TRUE`
    : inLocations(locations, { lc: `${alias}.location_code`, slc: `${alias}.sub_location_code` });

/** An Employee of some locations sees what is about the services and customers there. About nobody: `orElse`. */
function placed(alias: string, scope: Scope, orElse: Sql): Sql | null {
  if (scope.locations === null) return null;
  const row = raw(alias);
  const served = servedInLocations(`${alias}.customer_id`)(scope) ?? sql`TRUE`;
  return sql`CASE
    WHEN ${row}.service_id IS NOT NULL THEN EXISTS (SELECT FROM crm.service p WHERE p.id = ${row}.service_id AND ${there(scope, 'p')})
    WHEN ${row}.customer_id IS NOT NULL THEN ${served}
    ELSE ${orElse} END`;
}

function both(...conditions: (Sql | null)[]): Sql | null {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? null : join(given, ' AND ');
}
