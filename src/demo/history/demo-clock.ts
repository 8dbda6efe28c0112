import type { Clock } from '../../core/clock.ts';
import type { Tx } from '../../db/database.ts';
import { execute, query, send, sql } from '../../db/sql.ts';
import { openTransactionOf } from '../../db/tx.ts';

/** Where the database finds the time of the demo, within the transaction. */
const SETTING = 'lastmile.demo_now';
const SCHEMA = 'lastmile_demo';

/**
 * The clock of a history. It also sets the time of the database within the transaction: what statements and triggers call
 * `now()`, and columns that are filled in with the time. Those of a real installation would be the times of the events too.
 */
export class DemoClock implements Clock {
  readonly #tx: Tx;
  #now: Date;

  private constructor(tx: Tx, now: Date) {
    this.#tx = tx;
    this.#now = now;
  }

  static async start(tx: Tx, now: Date): Promise<DemoClock> {
    const clock = new DemoClock(tx, now);
    const stamped = await stampedColumns(tx);
    await define(tx, `CREATE SCHEMA ${SCHEMA}`);
    const time = `'SELECT current_setting(''${SETTING}'')::timestamptz'`;
    await define(tx, `CREATE FUNCTION ${SCHEMA}.now() RETURNS timestamptz LANGUAGE sql STABLE AS ${time}`);
    clock.set(now);
    for (const table of stamped) await stamp(tx, table);
    await execute(
      tx,
      sql`SELECT set_config('search_path', ${`${SCHEMA}, pg_catalog, `} || current_setting('search_path'), true)`,
    );
    return clock;
  }

  now(): Date {
    return this.#now;
  }

  /** It only moves forward: a moment before the present one is ignored. */
  set(now: Date): void {
    if (now < this.#now) return;
    this.#now = now;
    send(this.#tx, sql`SELECT set_config(${SETTING}, ${now.toISOString()}, true)`);
  }

  /** Gives the database its own time back, and leaves nothing in it. */
  async end(): Promise<void> {
    await settle(this.#tx);
    await define(this.#tx, `DROP SCHEMA ${SCHEMA} CASCADE`);
    await execute(
      this.#tx,
      sql`SELECT set_config('search_path', reset_val, true) FROM pg_settings WHERE name = 'search_path'`,
    );
  }
}

/** Runs the checks that wait for the commit, so that the queue of them stays short. */
export async function settle(tx: Tx): Promise<void> {
  await execute(tx, sql`SET CONSTRAINTS ALL IMMEDIATE`);
  await execute(tx, sql`SET CONSTRAINTS ALL DEFERRED`);
}

interface StampedTable {
  readonly name: string;
  readonly oid: number;
  readonly columns: readonly string[];
}

/**
 * The columns that are filled in with the time, by table: by their default, or by Prisma. Not of what is no history (effects
 * that wait, settings of the installation), and not of partitioned tables, whose times are always given.
 */
function stampedColumns(tx: Tx): Promise<StampedTable[]> {
  return query<StampedTable>(
    tx,
    sql`SELECT c.oid::regclass::text AS name, c.oid::int AS oid, array_agg(a.attname::text ORDER BY a.attname) AS columns
        FROM pg_attrdef d
        JOIN pg_class c ON c.oid = d.adrelid AND c.relkind = 'r' AND NOT c.relispartition
        JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname IN ('crm', 'auth', 'radius')
        JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
        WHERE pg_get_expr(d.adbin, d.adrelid) = 'now()'
          AND (n.nspname, c.relname) NOT IN (('crm', 'outbox'), ('crm', 'setting'), ('radius', 'unknown_nas'))
        GROUP BY c.oid ORDER BY 1`,
  );
}

/** A row is written with the time of the demo where it has a later one. The name of the trigger makes it run first. */
async function stamp(tx: Tx, { name, oid, columns }: StampedTable): Promise<void> {
  const trigger = `${SCHEMA}.stamp_${oid}`;
  const assignments = columns.map((column) => `IF new.${column} > present THEN new.${column} := present; END IF;`);
  const present = `DECLARE present constant timestamptz := current_setting(''${SETTING}'')`;
  const body = `${present}; BEGIN ${assignments.join(' ')} RETURN new; END`;
  await define(tx, `CREATE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS '${body}'`);
  // Accounting updates it all the time, with the time of `now()`.
  const events = name === 'radius.usage' ? 'INSERT' : 'INSERT OR UPDATE';
  await define(tx, `CREATE TRIGGER a_demo_time BEFORE ${events} ON ${name} FOR EACH ROW EXECUTE FUNCTION ${trigger}()`);
}

/** A definition of constant texts and of names from the catalog, which has no place for values. */
const define = (tx: Tx, text: string) => openTransactionOf(tx).query({ text });
