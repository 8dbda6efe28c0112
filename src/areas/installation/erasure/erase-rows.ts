import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { randomCode } from '../../../core/access/random-code.ts';
import { seal } from '../../../db/seal.ts';
import { execute, join, query, type Runner, raw, type Sql, sql } from '../../../db/sql.ts';
import type { Person } from './person.ts';
import type { RowsOf, Treatment } from './treatment.ts';
import { TREATMENTS } from './treatments.ts';

interface Erasing {
  readonly erasureId: number;
  readonly by: string;
  readonly keys: SecretsKeys;
}

/**
 * Goes through all tables. The audit is switched off for it, since the images before would have what is being erased; the event feed
 * is told of the changes by the same call nevertheless.
 */
export async function eraseRows(tx: Runner, person: Person, { erasureId, by, keys }: Erasing): Promise<void> {
  const [open] = await query<{ event: string }>(tx, sql`SELECT current_setting('lastmile.audit_event') AS event`);
  await execute(
    tx,
    sql`SELECT set_config('lastmile.audit_event', '', true), set_config('lastmile.erasing', ${String(erasureId)}, true)`,
  );
  const authors = await readAuthorColumns(tx);
  for (const [table, treatment] of Object.entries(TREATMENTS)) {
    if ('spares' in treatment) continue;
    const columns = authors.get(table) ?? [];
    for (const statement of statementsOf(table, treatment, { person, authors: columns, by }))
      await execute(tx, statement);
  }
  await replacePasswords(tx, person, keys);
  await execute(
    tx,
    sql`UPDATE crm.unnumbered_event SET audit_event_id = ${open?.event}::bigint
        WHERE isp_id = ${person.ispId} AND customer_id = ${person.customerId}`,
  );
  await execute(
    tx,
    sql`SELECT set_config('lastmile.erasing', '', true), set_config('lastmile.audit_event', ${open?.event ?? ''}, true)`,
  );
}

interface Statement {
  readonly person: Person;
  readonly authors: readonly string[];
  readonly by: string;
}

function statementsOf(table: string, treatment: Exclude<Treatment, { spares: string }>, context: Statement): Sql[] {
  const { person, authors, by } = context;
  const name = raw(table);
  if ('removes' in treatment) return [sql`DELETE FROM ${name} t WHERE ${treatment.removes(person)}`];
  const withoutName = authors.map((column) =>
    authorStatement(table, column, 'blanks' in treatment ? treatment.blanks : treatment.keeps, person),
  );
  if ('keeps' in treatment) return withoutName;
  const set = Object.entries(treatment.columns).map(([column, value]) => sql`${raw(column)} = ${value}`);
  if (authors.includes('updated_by')) set.push(sql`updated_by = ${by}`);
  return [sql`UPDATE ${name} t SET ${join(set, ', ')} WHERE ${treatment.blanks(person)}`, ...withoutName];
}

/** What a subscriber did on the portal is by `subscriber <username>`. */
function authorStatement(table: string, column: string, of: RowsOf, person: Person): Sql {
  const author = raw(column);
  return sql`UPDATE ${raw(table)} t SET ${author} = 'subscriber' WHERE ${of(person)} AND t.${author} LIKE 'subscriber %'`;
}

/** The columns that say who did something, of every table. */
async function readAuthorColumns(tx: Runner): Promise<Map<string, string[]>> {
  const rows = await query<{ name: string; columns: string[] }>(
    tx,
    sql`SELECT table_schema || '.' || table_name AS name, array_agg(column_name::text ORDER BY column_name) AS columns
        FROM information_schema.columns
        WHERE table_schema IN ('crm', 'crm_archive', 'radius', 'auth') AND data_type = 'text' AND column_name ~ '(^|_)by$'
        GROUP BY 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** A password may be somebody's own; a random one takes its place, since the column is never empty. */
async function replacePasswords(tx: Runner, { serviceIds }: Person, keys: SecretsKeys): Promise<void> {
  const sealed = serviceIds.map(() => seal(keys, 'service.password', randomCode()));
  await execute(
    tx,
    sql`UPDATE crm.service t SET password_enc = n.sealed
        FROM unnest(${[...serviceIds]}::int[], ${sealed}::bytea[]) AS n (id, sealed) WHERE t.id = n.id`,
  );
}
