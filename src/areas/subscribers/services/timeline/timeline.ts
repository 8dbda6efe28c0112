import { z } from 'zod';
import type { Permission } from '../../../../core/access/permission.ts';
import { badParameter } from '../../../../core/fault.ts';
import type { ForScope, Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Database } from '../../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../../db/sql.ts';
import { findService } from '../find.ts';
import { CARE_SOURCES } from './care-sources.ts';
import { KINDS, SERVICE_SOURCES, type Source, type Subject } from './sources.ts';

export const SOURCES = [...SERVICE_SOURCES, ...CARE_SOURCES];

/** Where an entry is in the timeline: newest first, then by source and row. Instants are whole milliseconds. */
interface Position {
  readonly at: Date;
  readonly source: string;
  readonly row: number;
}

const FORM = /^(\d{1,14})\.([a-z]{1,20})\.(\d{1,15})$/;

/** The id of an entry, which is its position. */
const idOf = ({ at, source, row }: Position): string => `${at.getTime()}.${source}.${row}`;

/** @throws Fault of kind `badInput` if it is no id of an entry */
function positionOf(id: string): Position {
  const [, at, source = '', row] = FORM.exec(id) ?? [];
  if (at === undefined) throw badParameter('before', 'must be the id of an entry');
  return { at: new Date(Number(at)), source, row: Number(row) };
}

/** The condition that the rows of a source come after a position. `at` and `row` are its columns. */
function comesAfter(position: Position | null, source: string, { at, row }: { at: Sql; row: Sql }): Sql {
  if (position === null) return sql`true`;
  if (source === position.source)
    return sql`(${at} <= ${position.at} AND (${at} < ${position.at} OR ${row} < ${position.row}))`;
  return source < position.source ? sql`${at} <= ${position.at}` : sql`${at} < ${position.at}`;
}

export const timelineInput = z.strictObject({
  serviceid: wire.id(),
  before: wire.text(50).optional(),
  kinds: wire.csv(wire.oneOf(KINDS)).optional(),
  limit: wire.wholeNumber(1, 100).default(50),
});

export const timelineEntry = z.object({
  /** For `before`. */
  id: wire.shown(),
  at: wire.timestamp(),
  kind: wire.oneOf(KINDS),
  title: wire.shown(),
  detail: wire.shown().nullable(),
  amt: wire.asStored(wire.money()).nullable(),
  /** The login user; null: it happened by itself. */
  by: wire.shown().nullable(),
});

type Entry = z.output<typeof timelineEntry>;
type Row = Omit<Entry, 'id'> & Position;

interface Caller {
  readonly scope: Scope;
  readonly permissions: ReadonlySet<Permission>;
}

/** What happened to a service, newest first, as far as the caller may read it. @throws Fault of kind `notFound` */
export async function readTimeline(
  db: Pick<Database, 'pool'>,
  { scope, permissions }: Caller,
  { serviceid, before, kinds = [...KINDS], limit }: z.output<typeof timelineInput>,
): Promise<Entry[]> {
  const position = before === undefined ? null : positionOf(before);
  const service = await findService(db.pool, scope, serviceid);
  const sources = SOURCES.filter(({ kind, access }) => kinds.includes(kind) && permissions.has(access));
  if (sources.length === 0) return [];
  const rows = await query<Row>(db.pool, timelineStatement(service, { scope, sources, position, limit }));
  return rows.map(({ source, row, ...entry }) => ({ id: idOf({ at: entry.at, source, row }), ...entry }));
}

interface Page {
  readonly scope: Scope;
  readonly sources: readonly Source[];
  readonly position: Position | null;
  readonly limit: number;
}

/** The newest of each source, of which the newest are taken. */
export function timelineStatement(subject: Subject, page: Page): Sql {
  const newest = page.sources.map((source) => entriesOf(source, subject, page));
  return sql`SELECT * FROM (${join(newest, ' UNION ALL ')}) entry ORDER BY at DESC, source DESC, row DESC LIMIT ${page.limit}`;
}

function entriesOf(source: Source, subject: Subject, { scope, position, limit }: Page): Sql {
  const { name, kind, at, row, title, detail, amt = sql`NULL`, by = sql`NULL` } = source;
  const as = (text: Sql | ForScope) => (typeof text === 'function' ? text(scope) : text);
  return sql`(SELECT ${at} AS at, ${name}::text COLLATE "C" AS source, ${row}::bigint AS row, ${kind}::text AS kind,
      ${as(title)}::text AS title, nullif(${as(detail)}::text, '') AS detail, ${amt}::numeric AS amt, ${by}::text AS by
    FROM ${source.from(subject, scope)} AND ${comesAfter(position, name, { at, row })}
    ORDER BY ${at} DESC, ${row} DESC LIMIT ${limit})`;
}
