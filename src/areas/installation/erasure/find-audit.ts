import { join, query, type Runner, raw, type Sql, sql } from '../../../db/sql.ts';
import type { Person } from './person.ts';
import { TREATMENTS } from './treatments.ts';

/** The rows of a person in the tables that are audited, by table, as the audit names them. */
export type AuditedRows = ReadonlyMap<string, readonly string[]>;

/** What of the audit tells of a person. */
export interface FoundAudit {
  /** Events whose parameters are about the person alone. */
  readonly eventIds: readonly number[];
  readonly changeIds: readonly number[];
  /** Those events, and those of the changes. */
  readonly touched: readonly number[];
}

/** Before rows are removed. */
export async function readAuditedRows(tx: Runner, person: Person): Promise<AuditedRows> {
  const audited = await query<{ name: string }>(
    tx,
    sql`SELECT n.nspname || '.' || c.relname AS name FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE g.tgname = 'audit'`,
  );
  const rows = new Map<string, readonly string[]>();
  for (const { name } of audited) {
    const treatment = TREATMENTS[name];
    if (!treatment || 'spares' in treatment) continue;
    const of = 'removes' in treatment ? treatment.removes : 'blanks' in treatment ? treatment.blanks : treatment.keeps;
    const found = await query<{ id: string }>(tx, sql`SELECT t.id::text AS id FROM ${raw(name)} t WHERE ${of(person)}`);
    rows.set(
      name,
      found.map(({ id }) => id),
    );
  }
  return rows;
}

/** In the audit or in its archive. */
type Place = 'auth' | 'crm_archive';
const inBoth = (select: (place: Place) => Sql): Sql => sql`${select('auth')} UNION ALL ${select('crm_archive')}`;

export async function findAudit(tx: Runner, person: Person, rows: AuditedRows): Promise<FoundAudit> {
  const changes = await findChanges(tx, person, rows);
  const changeIds = changes.map(({ id }) => id);
  const touched = [...new Set(changes.map(({ event }) => event))];
  const named = await query<{ id: number }>(
    tx,
    inBoth((place) => namingEvents(place, person, rows)),
  );
  const alone = await query<{ id: number }>(
    tx,
    sql`SELECT e.id FROM unnest(${touched}::bigint[]) AS e (id) WHERE NOT EXISTS (${inBoth(
      (place) => sql`SELECT FROM ${raw(place)}.audit_change o
        WHERE o.event_id = e.id AND o.table_name = ANY(${[...rows.keys()]}::text[]) AND o.id <> ALL(${changeIds}::bigint[])
          AND NOT coalesce(o.after, o.before) ? 'erased'`,
    )})`,
  );
  const [current] = await query<{ id: number | null }>(
    tx,
    sql`SELECT nullif(current_setting('lastmile.audit_event', true), '')::bigint AS id`,
  );
  const others = (ids: readonly number[]) => [...new Set(ids)].filter((id) => id !== current?.id).sort((a, b) => a - b);
  const eventIds = others([...named, ...alone].map(({ id }) => id));
  return { eventIds, changeIds, touched: others([...eventIds, ...touched]) };
}

/** Of rows that are removed for good when they are not used any more, by the column that names their owner. */
const GONE = [
  { table: 'crm.care_chat', column: 'customer_id', ids: 'customerId' },
  { table: 'crm.service_identity', column: 'service_id', ids: 'serviceIds' },
  { table: 'crm.notice_opt_out', column: 'customer_id', ids: 'customerId' },
  { table: 'crm.promotion_opt_out', column: 'customer_id', ids: 'customerId' },
] as const;

async function findChanges(tx: Runner, person: Person, rows: AuditedRows): Promise<{ id: number; event: number }[]> {
  const ofTable = (place: Place, table: string, condition: Sql) =>
    sql`SELECT c.id, c.event_id AS event FROM ${raw(place)}.audit_change c
        WHERE c.table_name = ${table} AND ${condition}`;
  const known = [...rows].map(([table, ids]) =>
    inBoth((place) => ofTable(place, table, sql`c.row_id = ANY(${[...ids]}::text[])`)),
  );
  const gone = GONE.map(({ table, column, ids }) => {
    const owners = [person[ids]].flat().map(String);
    const owner = sql`coalesce(c.before, c.after) ->> ${column} = ANY(${owners}::text[])`;
    return inBoth((place) => ofTable(place, table, owner));
  });
  const found = await query<{ id: number; event: number }>(
    tx,
    sql`SELECT DISTINCT f.id, f.event FROM (${join([...known, ...gone], ' UNION ALL ')}) f ORDER BY f.id`,
  );
  return found;
}

/** Which calls name a record of the table as `id`: a regular expression. */
const CALLS_WITH_ID: Readonly<Record<string, string>> = {
  'crm.file': '^file\\.',
  'crm.note': '^note\\.',
  'crm.call': '^call\\.',
  'crm.task': '^task\\.',
  'crm.ticket': '^(ticket\\.(?!\\w+_)|portal\\.ticket_)',
  'crm.visit': '^visit\\.(?!\\w+_)',
  'crm.lead': '^lead\\.',
  'crm.payment': '^payment\\.',
};

/** Calls about the person, which may have changed nothing: previews, a look at a document, a caller who was asked for. */
function namingEvents(place: Place, person: Person, rows: AuditedRows): Sql {
  const { ispId, customerId, serviceIds, usernames, numbers, waIds } = person;
  const targets = [`customerid=${customerId}`, ...serviceIds.map((id) => `serviceid=${id}`)];
  const ends = numbers.map((number) => number.replace(/\D/g, '').slice(-10)).filter((end) => end.length >= 6);
  const ofIsp = sql`e.isp_id = ${ispId}`;
  const isTheirs = (field: string) =>
    sql`right(regexp_replace(e.input ->> ${field}, '\\D', '', 'g'), 10) = ANY(${ends}::text[])`;
  const accounts = [String(customerId), ...usernames.map((name) => name.toLowerCase())];
  const namesThem = sql`lower(e.input ->> 'account') = ANY(${accounts}::text[])`;
  const isTheirChat = sql`(e.input ->> 'wa_id' = ANY(${[...waIds]}::text[]) OR ${isTheirs('wa_id')})`;
  const conditions = [
    sql`e.target = ANY(${targets}::text[])`,
    sql`e.target = ANY(${usernames.map((name) => `username=${name}`)}::text[]) AND ${ofIsp}`,
    sql`e.via = 'subscriber' AND e.username = ANY(${usernames.map((name) => `subscriber ${name}`)}::text[]) AND ${ofIsp}`,
    // Apart, since each has an index of its own.
    sql`e.procedure = 'care.identify' AND ${ofIsp} AND (${isTheirs('from')} OR ${isTheirChat} OR ${namesThem})`,
    sql`e.procedure = 'care.branch' AND ${ofIsp} AND ${isTheirs('from')}`,
    sql`e.procedure = 'care.chat_code_send' AND ${ofIsp} AND (${isTheirs('number')} OR ${namesThem})`,
    ...Object.entries(CALLS_WITH_ID).map(([table, calls]) => {
      const ids = (rows.get(table) ?? []).map((id) => `id=${id}`);
      return sql`e.target = ANY(${ids}::text[]) AND e.procedure ~ ${calls}`;
    }),
  ];
  return join(
    conditions.map((condition) => sql`SELECT e.id FROM ${raw(place)}.audit_event e WHERE ${condition}`),
    ' UNION ALL ',
  );
}
