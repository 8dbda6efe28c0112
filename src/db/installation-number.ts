import { execute, query, type Runner, raw, sql } from './sql.ts';

/** How many installations can exchange ISPs. It divides the million by which `after-restore` moves ids on. */
export const MAX_INSTALLATIONS = 16;

const SETTING = 'cell';

/** Ids by the sequence that gives them out, `crm.service_id_seq`. */
export type HighestIds = Readonly<Record<string, bigint>>;

/** The number of this installation among those that exchange ISPs; null if it was never given one. */
export async function installationNumberOf(on: Runner): Promise<number | null> {
  const [row] = await query<{ number: number }>(
    on,
    sql`SELECT (value ->> 'number')::int AS number FROM crm.setting WHERE key = ${SETTING}`,
  );
  return row?.number ?? null;
}

/**
 * Gives the installation its number, once. From then on its ids leave this number as the rest when divided by
 * `MAX_INSTALLATIONS`, so that no two installations give out the same id, and a newer id is still the higher one.
 * @param on a transaction
 */
export async function setInstallationNumber(on: Runner, number: number): Promise<void> {
  await execute(
    on,
    sql`INSERT INTO crm.setting (key, value, updated_by)
        VALUES (${SETTING}, jsonb_build_object('number', ${number}::int), 'command line') ON CONFLICT (key) DO NOTHING`,
  );
  await moveSequences(on);
}

/**
 * Gives every sequence the step and the rest of this installation's number, if it has one, and moves it past these ids. It may
 * be repeated, as after a restore or a migration, which make new sequences.
 * @param on a transaction, which locks the sequences until it ends
 */
export async function moveSequences(on: Runner, past: HighestIds = {}): Promise<void> {
  const number = await installationNumberOf(on);
  if (number === null) return;
  for (const name of await sequences(on)) {
    // It locks the sequence, so that nobody takes an id between the reading and the setting of its value.
    await execute(on, sql`ALTER SEQUENCE ${raw(name)} INCREMENT BY ${raw(String(MAX_INSTALLATIONS))}`);
    const [row] = await query<{ last: string }>(on, sql`SELECT last_value::text AS last FROM ${raw(name)}`);
    const last = BigInt(row?.last ?? 0);
    const highest = past[name] ?? 0n;
    await query(on, sql`SELECT setval(${name}::regclass, ${nextOf(number, last > highest ? last : highest)}::bigint)`);
  }
}

async function sequences(on: Runner): Promise<string[]> {
  const rows = await query<{ name: string }>(
    on,
    sql`SELECT schemaname || '.' || sequencename AS name FROM pg_sequences
        WHERE schemaname IN ('crm', 'radius', 'auth') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** The lowest id of this installation from here on. */
function nextOf(number: number, from: bigint): string {
  const step = BigInt(MAX_INSTALLATIONS);
  const least = from < 1n ? 1n : from;
  return String(least + ((((BigInt(number) - least) % step) + step) % step));
}
