import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { errorText, kind } from '../../../core/wire/index.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { findRouter } from './find.ts';
import { isPlainPort } from './target.ts';

const PROBLEM = 'must be the SHA-256 fingerprint of a certificate: 64 hexadecimal digits, with or without colons';

/** Native: 64 lower-case digits. */
const fingerprint = () =>
  kind(
    z
      .string(errorText(PROBLEM))
      .trim()
      .transform((text) => text.replaceAll(':', '').toLowerCase())
      .refine((digits) => /^[0-9a-f]{64}$/.test(digits), { error: PROBLEM }),
    {
      parse: (text) => text,
      render: (value: string) => value,
      document: { type: 'string', maxLength: 95, example: 'a1'.repeat(32) },
    },
  );

export const pinInput = z.strictObject({ id: wire.id(), fingerprint: fingerprint() });

/** From now on the router with this certificate is the router: it is sent the password, and no other. */
export async function pinCertificate(
  tx: Tx,
  { scope, kernel }: Call,
  { id: nasId, fingerprint: confirmed }: z.output<typeof pinInput>,
): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'NAS', id: nasId });
  await execute(
    tx,
    sql`INSERT INTO radius.nas_api AS a (nas_id, fingerprint, attempts_since) VALUES (${nasId}, ${confirmed}, ${kernel.clock.now()})
        ON CONFLICT (nas_id) DO UPDATE SET fingerprint = excluded.fingerprint, offered = NULL, offered_at = NULL,
          failures = 0, failing_since = NULL, due_at = NULL`,
  );
  return 'done';
}

const API_TRANSPORTS = ['tls', 'plain'] as const;

export const apiStatus = z.object({
  enabled: wire.flagYN(),
  transport: wire.oneOf(API_TRANSPORTS).nullable(),
  /** The confirmed one. */
  fingerprint: wire.shown().nullable(),
  /** Of another certificate that the router showed, and when. */
  offered: wire.shown().nullable(),
  offered_at: wire.timestamp().nullable(),
  /** Until then nobody tries to log in. */
  paused_upto: wire.timestamp().nullable(),
  /** Since when it has given no answer. */
  failing_since: wire.timestamp().nullable(),
  /** What the last comparison of its sessions with those open here found, and when both last agreed. */
  compared_at: wire.timestamp().nullable(),
  agreed_at: wire.timestamp().nullable(),
  on_nas: wire.count().nullable(),
  here: wire.count().nullable(),
  only_on_nas: wire.count().nullable(),
  only_here: wire.count().nullable(),
  differs: wire.count().nullable(),
});

type Kept = Pick<
  z.output<typeof apiStatus>,
  'failing_since' | 'compared_at' | 'agreed_at' | 'on_nas' | 'here' | 'only_on_nas' | 'only_here' | 'differs'
>;

const NOTHING_KEPT: Kept = {
  ...{ failing_since: null, compared_at: null, agreed_at: null },
  ...{ on_nas: null, here: null, only_on_nas: null, only_here: null, differs: null },
};

/** How the node gets on with a router, without asking it. */
export async function apiStatusOf(
  { db, clock }: { readonly db: Pick<Database, 'pool'>; readonly clock: Call['kernel']['clock'] },
  scope: Scope,
  nasId: number,
): Promise<z.output<typeof apiStatus>> {
  const nas = await findRouter(db.pool, scope, nasId);
  const isPaused = nas.pausedUpto !== null && nas.pausedUpto > clock.now();
  const [kept = NOTHING_KEPT] = await query<Kept>(
    db.pool,
    sql`SELECT a.failing_since, a.compared_at, a.agreed_at, a.on_nas, a.open_here AS here, a.only_on_nas, a.only_here,
          a.differing AS differs
        FROM radius.nas_api a WHERE a.nas_id = ${nasId}`,
  );
  return {
    ...kept,
    enabled: nas.isEnabled,
    transport: nas.port === null ? null : isPlainPort(nas.port) ? 'plain' : 'tls',
    fingerprint: nas.fingerprint,
    offered: nas.offered,
    offered_at: nas.offeredAt,
    paused_upto: isPaused ? nas.pausedUpto : null,
  };
}
