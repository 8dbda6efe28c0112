import type { Actor } from '../core/actor.ts';
import type { Tx } from '../db/database.ts';
import { query, sql } from '../db/sql.ts';
import { clearApiKeyCache } from './api-key-cache.ts';
import type { Context } from './context.ts';
import type { IdempotentCall } from './idempotency.ts';

interface Call {
  /** Who calls, as the audit names it. */
  readonly actor: Pick<Actor, 'username' | 'ispId' | 'resellerId'> & { readonly userId: number | null };
  readonly via: 'key' | 'session' | 'subscriber';
  readonly path: string;
  readonly type: string;
  readonly input: unknown;
}

/** Parameters that must not reach the audit. */
const SECRET = /secret|password|api_key/i;
/** Parameters that name the record a call is about; the first one present is the target of its audit event. */
const TARGETS = [
  'id',
  'serviceid',
  'customerid',
  'resellerid',
  'ispid',
  'pool_name',
  'username',
  'name',
  'nasip',
  'ip',
];

/**
 * The transactions of one call.
 * - `transaction` starts each transaction of a mutation with the audit event that the row triggers attach their images to.
 * - `recordAudit` writes the audit event of a mutation without a transaction (a disconnect, a backup): at the end of the call, or
 *   earlier, before something that no rollback can undo.
 * - `checkFirst` adds a check to the transaction, before the work.
 * - `makeIdempotent` limits the call to one transaction; a repeat writes no audit event.
 */
export function openTransaction(ctx: Context, call: Call) {
  const { db, network } = ctx.kernel;
  let isAudited = call.type !== 'mutation';
  let idempotent: IdempotentCall | undefined;
  let check: ((tx: Tx) => Promise<void>) | undefined;
  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (call.type !== 'mutation') return db.transaction(work);
    if (idempotent && isAudited) throw new Error(`${call.path}: an idempotent call must have only one transaction`);
    let isCurrent = false;
    try {
      const result = await db.transaction(async (tx) => {
        const change = () => audited(beginAudit(tx, ctx, call), check ? check(tx).then(() => work(tx)) : work(tx));
        return idempotent ? idempotent.run(tx, change) : change();
      });
      isAudited = true;
      // As soon as the caller has the answer, a RADIUS packet may depend on the change.
      isCurrent = await network.caughtUp();
      return result;
    } finally {
      // Also after an error: a commit whose answer was lost has happened.
      if (!isCurrent) clearApiKeyCache(db);
    }
  }
  function makeIdempotent(idempotentCall: IdempotentCall): void {
    idempotent = idempotentCall;
  }
  function checkFirst(first: (tx: Tx) => Promise<void>): void {
    check = first;
  }
  async function recordAudit(): Promise<void> {
    if (isAudited) return;
    await db.transaction((tx) => beginAudit(tx, ctx, call));
    isAudited = true;
  }
  return { transaction, recordAudit, makeIdempotent, checkFirst };
}

/** The event is sent first and travels with the first statements of the work. */
async function audited<T>(event: Promise<unknown>, work: Promise<T>): Promise<T> {
  const [begun, done] = await Promise.allSettled([event, work]);
  // If the event failed, the statements of the work failed for no reason of their own.
  if (begun.status === 'rejected') throw begun.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}

async function beginAudit(tx: Tx, ctx: Context, { actor, via, path, input }: Call): Promise<void> {
  const parameters = withoutSecrets(input);
  await query(
    tx,
    sql`SELECT auth.begin_audit(${actor.userId}::int, ${actor.username}::text, ${actor.ispId}::int,
          ${actor.resellerId}::int, ${ctx.address}::inet, ${path}::text, ${targetOf(parameters)}::text,
          ${JSON.stringify(parameters)}::jsonb, ${via}::text)`,
  );
}

function withoutSecrets(input: unknown): Record<string, unknown> {
  if (input === null || typeof input !== 'object') return {};
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, SECRET.test(name) ? '***' : value]));
}

function targetOf(input: Record<string, unknown>): string | null {
  const name = TARGETS.find((candidate) => input[candidate] !== undefined);
  return name ? `${name}=${String(input[name])}` : null;
}
