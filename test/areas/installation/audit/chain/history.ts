import type pg from 'pg';
import { compareHeads } from '../../../../../src/areas/installation/audit/chain/compare-heads.ts';
import type { SignedHead } from '../../../../../src/areas/installation/audit/chain/heads.ts';
import { sealEvents } from '../../../../../src/areas/installation/audit/chain/seal-events.ts';
import { type VerifiedChain, verifyChain } from '../../../../../src/areas/installation/audit/chain/verify-chain.ts';
import type { Database } from '../../../../../src/db/database.ts';

const NOW = new Date();

/** Opens a change with so many row images on a connection, and leaves it to be committed. Returns the id of its event. */
export async function begin(client: pg.ClientBase, ispId: number | null, images = 1): Promise<number> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ id: number }>(
    `SELECT auth.begin_audit(7, 'someone', $1, NULL, '192.0.2.1', 'isp.update', 'id=' || $1::int,
       '{"name": "New", "amt": 1.10}', 'key') AS id`,
    [ispId],
  );
  const id = rows[0]?.id ?? 0;
  await client.query(
    `INSERT INTO auth.audit_change (event_id, table_name, row_id, operation, before, after)
     SELECT $1, 'crm.isp', n::text, 'update', '{"name": "Old", "b": null}', jsonb_build_object('name', 'New', 'n', n)
     FROM generate_series(1, $2) n`,
    [id, images],
  );
  return id;
}

/** A committed change. Returns the id of its event. */
export async function change({ pool }: Database, ispId: number | null, images = 1): Promise<number> {
  const client = await pool.connect();
  try {
    const id = await begin(client, ispId, images);
    await client.query('COMMIT');
    return id;
  } finally {
    client.release();
  }
}

export async function sealAll(db: Database): Promise<void> {
  while ((await sealEvents(db)) > 0);
}

export type Statement = readonly [text: string, values?: readonly unknown[]];

interface Seen {
  readonly chain: VerifiedChain;
  readonly problems: readonly string[];
}

/** What verify finds, with these noted heads, after statements that a superuser runs without triggers, and which are taken back. */
export async function tampered(
  { pool }: Database,
  ispId: number,
  {
    statements = [],
    noted = [],
    now = NOW,
  }: { statements?: readonly Statement[]; noted?: readonly SignedHead[]; now?: Date } = {},
): Promise<Seen> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    for (const [text, values = []] of statements) await client.query(text, [...values]);
    const chain = await verifyChain(client, ispId, { now, progress: () => undefined });
    const compared = await compareHeads(client, lines(noted));
    return { chain, problems: [...chain.findings.shown, ...(compared.get(ispId)?.findings.shown ?? [])] };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function* lines(noted: readonly SignedHead[]) {
  let line = 0;
  for (const head of noted) {
    line += 1;
    yield { head, line, distrust: undefined };
  }
}
