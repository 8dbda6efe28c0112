import type { SecretsKeys } from '../../../../config/secrets-keys.ts';
import { SealError, unseal } from '../../../../db/seal.ts';
import { query, type Runner, sql } from '../../../../db/sql.ts';
import { digestedEvent } from './digest.ts';

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
  /** Whether a call that is sealed, or waits for its seal, has made the note as it is. */
  readonly sealed: boolean;
}

/**
 * Why the erasures that are noted of an event do not explain that its digest is another one than that of its seal; null: they do.
 * A note counts if the call that made it is in the audit as it was sealed, and the program has sealed its sums.
 * @param keys undefined: proofs are not opened
 */
export async function whyNotErased(
  on: Runner,
  { eventId, from, to }: { readonly eventId: number; readonly from: string; readonly to: string },
  keys: SecretsKeys | undefined,
): Promise<'none' | string | null> {
  const notes = await query<Noted>(
    on,
    sql`SELECT r.id AS note, r.event_id AS id, encode(r.from_sum, 'hex') AS "from", encode(r.to_sum, 'hex') AS "to",
          r.proof_enc AS proof, EXISTS (
            SELECT FROM (
              SELECT c.event_id, c.after FROM auth.audit_change c
                WHERE c.table_name = 'auth.audit_erasure' AND c.row_id = r.id::text AND c.operation = 'insert'
              UNION ALL
              SELECT c.event_id, c.after FROM crm_archive.audit_change c
                WHERE c.table_name = 'auth.audit_erasure' AND c.row_id = r.id::text AND c.operation = 'insert') c
            WHERE c.after - 'proof_enc' = to_jsonb(r) - 'proof_enc' AND (
              EXISTS (SELECT FROM auth.audit_unsealed u WHERE u.event_id = c.event_id)
              OR EXISTS (SELECT FROM auth.audit_seal s CROSS JOIN LATERAL (${digestedEvent(sql`c.event_id`)}) d
                WHERE s.event_id = c.event_id AND s.isp_id = coalesce(r.isp_id, 0) AND encode(s.digest, 'hex') = d.digest))) AS sealed
        FROM auth.audit_erasure r WHERE r.event_id = ${eventId} ORDER BY r.id`,
  );
  if (notes.length === 0) return 'none';
  let now = from;
  for (const note of notes) {
    if (note.from !== now) return `was altered before erasure note ${note.note}`;
    if (!note.sealed) return `is in erasure note ${note.note}, which no sealed call has made`;
    if (keys && !isProven(note, keys)) return `is in erasure note ${note.note}, which this program has not made`;
    now = note.to;
  }
  return now === to ? null : 'was altered after it was erased';
}

function isProven(note: Noted, keys: SecretsKeys): boolean {
  try {
    return unseal(keys, PROOF_PURPOSE, note.proof) === proofText(note);
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
