import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { seal } from '../../../db/seal.ts';
import { execute, query, type Runner, sql } from '../../../db/sql.ts';
import { digestedEvent } from '../audit/chain/digest.ts';
import { PROOF_PURPOSE, proofText } from '../audit/chain/erased.ts';
import { SEALING } from '../audit/chain/seal-events.ts';
import type { FoundAudit } from './find-audit.ts';

interface Digest {
  readonly id: number;
  readonly ispId: number;
  readonly digest: string;
}

/**
 * Replaces what of the audit tells of a person, and notes the sums of each event before and after it: the seals keep the old ones. The
 * notes are changes of this call, so they are sealed with it. Nothing is sealed meanwhile, or a seal could have a sum that nobody noted.
 */
export async function eraseAudit(
  tx: Runner,
  { eventIds, changeIds, touched }: FoundAudit,
  { erasureId, keys }: { readonly erasureId: number; readonly keys: SecretsKeys },
): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(${SEALING})`);
  // Events that are being archived have moved when this returns.
  await execute(tx, sql`SELECT FROM auth.audit_event WHERE id = ANY(${[...touched]}::bigint[]) ORDER BY id FOR UPDATE`);
  const before = await sealedDigestsOf(tx, touched);
  await execute(
    tx,
    sql`SELECT auth.erase_audit(${erasureId}, ${[...eventIds]}::bigint[], ${[...changeIds]}::bigint[])`,
  );
  const after = new Map((await sealedDigestsOf(tx, touched)).map(({ id, digest }) => [id, digest]));
  const notes = before.flatMap(({ id, ispId, digest: from }) => {
    const to = after.get(id);
    return to === undefined || to === from ? [] : [{ id, ispId, from, to }];
  });
  for (const chain of new Set(notes.map(({ ispId }) => ispId)))
    await inChain(tx, chain, () =>
      note(
        tx,
        notes.filter(({ ispId }) => ispId === chain),
      ),
    );

  async function note(on: Runner, rows: readonly (typeof notes)[number][]): Promise<void> {
    const proofs = rows.map((row) => seal(keys, PROOF_PURPOSE, proofText(row)));
    await execute(
      on,
      sql`INSERT INTO auth.audit_erasure (isp_id, erasure_id, event_id, from_sum, to_sum, proof_enc)
          SELECT nullif(n.isp_id, 0), ${erasureId}, n.event_id, decode(n.from_sum, 'hex'), decode(n.to_sum, 'hex'), n.proof
          FROM unnest(${rows.map((row) => row.ispId)}::int[], ${rows.map((row) => row.id)}::bigint[],
            ${rows.map((row) => row.from)}::text[], ${rows.map((row) => row.to)}::text[], ${proofs}::bytea[])
            AS n (isp_id, event_id, from_sum, to_sum, proof)`,
    );
  }
}

/** An event that waits for its seal will be sealed as it is then. */
const sealedDigestsOf = (tx: Runner, ids: readonly number[]) =>
  query<Digest>(
    tx,
    sql`SELECT u.id, coalesce(e.isp_id, 0) AS "ispId", d.digest FROM unnest(${[...ids]}::bigint[]) AS u (id)
        CROSS JOIN LATERAL (${digestedEvent(sql`u.id`)}) d
        CROSS JOIN LATERAL (SELECT isp_id FROM auth.audit_event WHERE id = u.id
          UNION ALL SELECT isp_id FROM crm_archive.audit_event WHERE id = u.id) e
        WHERE NOT EXISTS (SELECT FROM auth.audit_unsealed w WHERE w.event_id = u.id)`,
  );

/** Each chain proves what was erased in it, also when the ISP of another one has left: a call of its own, unless this one is of it. */
async function inChain(tx: Runner, chain: number, work: () => Promise<void>): Promise<void> {
  const [call] = await query<{ id: string; chain: number }>(
    tx,
    sql`SELECT e.id::text AS id, coalesce(e.isp_id, 0) AS chain FROM auth.audit_event e
        WHERE e.id = current_setting('lastmile.audit_event')::bigint`,
  );
  if (!call) throw new Error('an erasure is a call that is audited');
  if (call.chain === chain) return work();
  await execute(
    tx,
    sql`SELECT auth.begin_audit(e.user_id, e.username, ${chain === 0 ? null : chain}::int, NULL, e.address, e.procedure, e.target, '{}', e.via)
        FROM auth.audit_event e WHERE e.id = ${call.id}::bigint`,
  );
  await work();
  await execute(tx, sql`SELECT set_config('lastmile.audit_event', ${call.id}, true)`);
}
