import type { SecretsKeys } from '../../../../config/secrets-keys.ts';
import { query, type Runner, type Sql, sql } from '../../../../db/sql.ts';
import type { Head } from './head.ts';
import { type Signature, signatureOf } from './signature.ts';

export type SignedHead = Head & Partial<Signature>;

interface HeadsOptions {
  /** Only of this chain. */
  readonly ispId?: number | undefined;
  /** Only of chains that have grown since their head was logged. */
  readonly unlogged?: boolean;
  /** Signs them. */
  readonly secretsKeys?: SecretsKeys | undefined;
}

/** The heads of the chains as they are now. */
export async function headsOf(
  on: Runner,
  { ispId, unlogged = false, secretsKeys }: HeadsOptions = {},
): Promise<SignedHead[]> {
  const only: Sql = ispId === undefined ? sql`true` : sql`c.isp_id = ${ispId}`;
  const rows = await query<Omit<Head, 'sealed_at'> & { at: Date }>(
    on,
    sql`SELECT c.isp_id AS isp, s.seq, s.sealed_at AS at, encode(s.head, 'hex') AS head
        FROM auth.audit_chain c
        CROSS JOIN LATERAL (SELECT * FROM auth.audit_seal WHERE isp_id = c.isp_id ORDER BY seq DESC LIMIT 1) s
        WHERE ${only} AND ${unlogged ? sql`s.seq > c.logged_seq` : sql`true`} ORDER BY 1`,
  );
  return rows.map(({ isp, seq, at, head }) => {
    const unsigned = { isp, seq, sealed_at: at.toISOString(), head };
    return { ...unsigned, ...(secretsKeys && signatureOf(unsigned, secretsKeys.current)) };
  });
}
