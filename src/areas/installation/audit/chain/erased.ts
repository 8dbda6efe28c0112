import type { SecretsKeys } from '../../../../config/secrets-keys.ts';
import { SealError, unseal } from '../../../../db/seal.ts';
import { query, type Runner, raw, sql } from '../../../../db/sql.ts';

/** What the proofs of erasures are sealed for. */
export const PROOF_PURPOSE = 'audit.erasure';

interface Sums {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

/** What is sealed: the event, and its sums before and after an erasure. */
export const proofText = ({ id, from, to }: Sums): string => `${id} ${from} ${to}`;

interface Noted extends Sums {
  readonly note: number;
  readonly proof: Buffer;
  /** The call in the audit that has made the note as it is; null: none has. */
  readonly by: number | null;
}

/** What notes of erasures say of an event that is not as it was sealed: why they do not explain it, or which calls have made them. */
export type Explained = { readonly why: string } | { readonly by: readonly number[] };

/**
 * Whether the erasures that are noted of an event explain that its digest is another one than that of its seal. They do if their sums
 * lead from the one to the other, if the program has sealed these sums, and if the calls that made the notes are in the audit as they
 * were sealed, which is for the caller to find out.
 * @param keys undefined: proofs are not opened
 */
export async function explainErased(
  on: Runner,
  { eventId, from, to }: { readonly eventId: number; readonly from: string; readonly to: string },
  keys: SecretsKeys | undefined,
): Promise<Explained | undefined> {
  const notes = await query<Noted>(
    on,
    sql`SELECT r.id AS note, r.event_id AS id, encode(r.from_sum, 'hex') AS "from", encode(r.to_sum, 'hex') AS "to",
          r.proof_enc AS proof, (
            SELECT c.event_id FROM (${changesOf('auth')} UNION ALL ${changesOf('crm_archive')}) c
            WHERE c.row_id = r.id::text AND c.operation = 'insert' AND c.after - 'proof_enc' = to_jsonb(r) - 'proof_enc'
            LIMIT 1) AS by
        FROM auth.audit_erasure r WHERE r.event_id = ${eventId} ORDER BY r.id`,
  );
  let now = from;
  for (const note of notes) {
    if (note.from !== now) return { why: `was altered before erasure note ${note.note}` };
    if (note.by === null) return { why: unmade(note.note) };
    if (keys && !isProven(note, keys))
      return { why: `is in erasure note ${note.note}, which this program has not made` };
    now = note.to;
  }
  if (notes.length === 0) return undefined;
  return now === to ? { by: notes.flatMap(({ by }) => by ?? []) } : { why: 'was altered after it was erased' };
}

const unmade = (note: number): string => `is in erasure note ${note}, which no sealed call has made`;

const changesOf = (place: 'auth' | 'crm_archive') =>
  sql`SELECT c.event_id, c.row_id, c.operation, c.after FROM ${raw(place)}.audit_change c WHERE c.table_name = 'auth.audit_erasure'`;

/** The calls that have made notes of erasures. */
export async function readErasers(on: Runner): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    on,
    sql`SELECT DISTINCT c.event_id AS id FROM (${changesOf('auth')} UNION ALL ${changesOf('crm_archive')}) c`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those of these calls that wait for their seals. */
export async function readWaiting(on: Runner, ids: readonly number[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    on,
    sql`SELECT u.event_id AS id FROM auth.audit_unsealed u WHERE u.event_id = ANY(${[...ids]}::bigint[])`,
  );
  return rows.map(({ id }) => id);
}

function isProven(note: Noted, keys: SecretsKeys): boolean {
  try {
    return unseal(keys, PROOF_PURPOSE, note.proof) === proofText(note);
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
