import type { Database, Tx } from '../../../../db/database.ts';
import { execute, query, sql } from '../../../../db/sql.ts';
import { digestedEvent, FORMAT, GONE } from './digest.ts';
import { firstHead, headOf, type Seal } from './head.ts';

/** Of one transaction. */
const BATCH = 500;
/** "seal", in ASCII: one node at a time. */
export const SEALING = 0x7365616c;

/**
 * Seals events of committed transactions: each goes to the end of the chain of its ISP. One node does it at a time, a batch in a
 * transaction, so no event is sealed twice or left out, wherever a node stops. A change that commits late is sealed late, after
 * events with higher ids. Returns how many were sealed; 0 also while another node is doing it.
 */
export async function sealEvents(db: Pick<Database, 'transaction' | 'pool'>): Promise<number> {
  const [waiting] = await query(db.pool, sql`SELECT FROM auth.audit_unsealed LIMIT 1`);
  if (!waiting) return 0;
  return db.transaction(async (tx) => {
    const [lock] = await query<{ mine: boolean }>(tx, sql`SELECT pg_try_advisory_xact_lock(${SEALING}) AS mine`);
    if (!lock?.mine) return 0;
    const events = await takeEvents(tx);
    const ends = await endsOf(tx, [...new Set(events.map(({ ispId }) => ispId))]);
    const seals = events.map((event) => {
      const end = ends.get(event.ispId) ?? { seq: 0, head: '' };
      const seal: Seal = { ...event, seq: end.seq + 1, format: FORMAT };
      const head = headOf(end.head, seal);
      ends.set(event.ispId, { seq: seal.seq, head });
      return { ...seal, head };
    });
    await insertSeals(tx, seals);
    return seals.length;
  });
}

type Taken = Pick<Seal, 'ispId' | 'eventId' | 'at' | 'sealedAt' | 'digest'>;

/** An event that is gone already is sealed as that: somebody has deleted it. */
function takeEvents(tx: Tx): Promise<Taken[]> {
  return query<Taken>(
    tx,
    sql`WITH taken AS (
          DELETE FROM auth.audit_unsealed
          WHERE event_id IN (SELECT event_id FROM auth.audit_unsealed ORDER BY event_id LIMIT ${BATCH}) RETURNING *
        ), clock AS MATERIALIZED (
          SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now
        )
        SELECT t.isp_id AS "ispId", t.event_id AS "eventId", clock.now AS "sealedAt",
          coalesce(e.at, clock.now) AS at, coalesce(e.digest, ${GONE}) AS digest
        FROM taken t CROSS JOIN clock
        LEFT JOIN LATERAL (SELECT * FROM (${digestedEvent(sql`t.event_id`)}) d LIMIT 1) e ON true
        ORDER BY t.event_id`,
  );
}

interface End {
  readonly seq: number;
  readonly head: string;
}

/** Where the chains of these ISPs end. Those that have none begin. */
async function endsOf(tx: Tx, ispIds: readonly number[]): Promise<Map<number, End>> {
  const chains = await query<End & { ispId: number }>(
    tx,
    sql`SELECT c.isp_id AS "ispId", coalesce(s.seq, c.seq) AS seq, encode(coalesce(s.head, c.head), 'hex') AS head
        FROM auth.audit_chain c
        LEFT JOIN LATERAL (
          SELECT seq, head FROM auth.audit_seal WHERE isp_id = c.isp_id ORDER BY seq DESC LIMIT 1) s ON true
        WHERE c.isp_id = ANY(${ispIds}::int[])`,
  );
  const ends = new Map<number, End>(chains.map(({ ispId, seq, head }) => [ispId, { seq, head }]));
  const missing = ispIds.filter((ispId) => !ends.has(ispId));
  if (missing.length > 0) for (const [ispId, head] of await beginChains(tx, missing)) ends.set(ispId, { seq: 0, head });
  return ends;
}

/**
 * A program that was written before there was a chain may still be committing events without a seal, but with ids that were given
 * out before now.
 */
async function beginChains(tx: Tx, ispIds: readonly number[]): Promise<[number, string][]> {
  const [given] = await query<{ last: number }>(tx, sql`SELECT last_value AS last FROM auth.audit_event_id_seq`);
  const beganAfter = given?.last ?? 0;
  const heads = ispIds.map((ispId): [number, string] => [ispId, firstHead(ispId, beganAfter)]);
  await execute(
    tx,
    sql`INSERT INTO auth.audit_chain (isp_id, began_at, began_after, head)
        SELECT c.isp_id, now(), ${beganAfter}::bigint, decode(c.head, 'hex')
        FROM unnest(${ispIds}::int[], ${heads.map(([, head]) => head)}::text[]) AS c (isp_id, head)`,
  );
  return heads;
}

async function insertSeals(tx: Tx, seals: readonly (Seal & End)[]): Promise<void> {
  const all = <T>(of: (seal: Seal & End) => T): T[] => seals.map(of);
  const instants = (of: (seal: Seal) => number) => all((seal) => new Date(of(seal)).toISOString());
  await execute(
    tx,
    sql`INSERT INTO auth.audit_seal (isp_id, seq, event_id, at, sealed_at, format, digest, head)
        SELECT s.isp_id, s.seq, s.event_id, s.at, s.sealed_at, ${FORMAT}::smallint, decode(s.digest, 'hex'), decode(s.head, 'hex')
        FROM unnest(${all(({ ispId }) => ispId)}::int[], ${all(({ seq }) => seq)}::bigint[],
          ${all(({ eventId }) => eventId)}::bigint[], ${instants(({ at }) => at)}::timestamptz[],
          ${instants(({ sealedAt }) => sealedAt)}::timestamptz[], ${all(({ digest }) => digest)}::text[],
          ${all(({ head }) => head)}::text[]) AS s (isp_id, seq, event_id, at, sealed_at, digest, head)`,
  );
}
