import { type Sql, sql } from '../../../../db/sql.ts';

/** Of new seals. A column that the digest leaves out makes a new format; seals keep the one they were made with. */
export const FORMAT = 1;

/** Of an event that was gone before it was sealed. */
export const GONE = '0'.repeat(64);

/** An event wherever it is: archiving it changes neither its digest nor what is found of it. */
const eventOf = (id: Sql): Sql => sql`(
  SELECT id, at, user_id, username, isp_id, reseller_id, address, procedure, target, input, via
    FROM auth.audit_event WHERE id = ${id}
  UNION ALL
  SELECT id, at, user_id, username, isp_id, reseller_id, address, procedure, target, input, via
    FROM crm_archive.audit_event WHERE id = ${id})`;

const changesOf = (id: Sql): Sql => sql`(
  SELECT id, table_name, row_id, operation, before, after, reseller_id FROM auth.audit_change WHERE event_id = ${id}
  UNION ALL
  SELECT id, table_name, row_id, operation, before, after, reseller_id FROM crm_archive.audit_change WHERE event_id = ${id})`;

/** Milliseconds since 1970, as exact as the column. */
export const milliseconds = (at: Sql): Sql => sql`(extract(epoch FROM ${at}) * 1000)::bigint`;

/**
 * The event with this id as a row of `at` and `digest`; none if it is gone. The digest is SHA-256 over the event as a JSON array,
 * followed by the SHA-256 of each change as a JSON array, in the order of their ids. A text of `jsonb` is the same on every
 * server: its keys are sorted and its numbers are kept digit by digit.
 */
export const digestedEvent = (id: Sql): Sql => sql`
  SELECT ${milliseconds(sql`e.at`)} AS at,
    encode(sha256(
      convert_to(json_build_array(e.id, ${milliseconds(sql`e.at`)}, e.user_id, e.username, e.isp_id, e.reseller_id,
        e.address::text, e.procedure, e.target, e.via, e.input IS NULL, e.input)::text, 'UTF8')
      || coalesce((
        SELECT string_agg(sha256(convert_to(json_build_array(c.id, c.table_name, c.row_id, c.operation, c.reseller_id,
          c.before IS NULL, c.before, c.after IS NULL, c.after)::text, 'UTF8')), ''::bytea ORDER BY c.id)
        FROM ${changesOf(id)} c), ''::bytea)), 'hex') AS digest
  FROM ${eventOf(id)} e`;
