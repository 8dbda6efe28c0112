import type { Actor } from '../core/actor.ts';
import type { Tx } from '../db/database.ts';
import type { Context } from './context.ts';

interface Call {
  readonly actor: Actor;
  readonly path: string;
  readonly type: string;
  readonly input: unknown;
}

/** Parameters that never reach the audit. */
const SECRET = /secret|password|api_key/i;
/** What a call is about, in the order of likelihood. */
const TARGETS = ['id', 'serviceid', 'customerid', 'resellerid', 'ispid', 'pool_name', 'username', 'name', 'nasip'];

/**
 * Transactions of one call. The first thing in each is the audit event that the row triggers attach their images to;
 * `record` leaves an event for a mutation that changes no row of ours (a disconnect, a backup): at its end, or earlier where it
 * is about to do something that no rollback takes back.
 */
export function openTransaction(ctx: Context, call: Call) {
  const { db } = ctx.kernel;
  let audited = call.type !== 'mutation';
  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (call.type !== 'mutation') return db.transaction(work);
    const result = await db.transaction(async (tx) => {
      await beginAudit(tx, ctx, call);
      return work(tx);
    });
    audited = true;
    return result;
  }
  async function record(): Promise<void> {
    if (audited) return;
    await db.transaction((tx) => beginAudit(tx, ctx, call));
    audited = true;
  }
  return { transaction, record };
}

async function beginAudit(tx: Tx, ctx: Context, { actor, path, input }: Call): Promise<void> {
  const shown = withoutSecrets(input);
  await tx.$queryRaw`SELECT auth.begin_audit(${actor.userId}::int, ${actor.username}::text, ${actor.ispId}::int,
    ${actor.resellerId}::int, ${ctx.address}::inet, ${path}::text, ${targetOf(shown)}::text, ${JSON.stringify(shown)}::jsonb)`;
}

function withoutSecrets(input: unknown): Record<string, unknown> {
  if (input === null || typeof input !== 'object') return {};
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, SECRET.test(name) ? '***' : value]));
}

function targetOf(input: Record<string, unknown>): string | null {
  const name = TARGETS.find((candidate) => input[candidate] !== undefined);
  return name ? `${name}=${String(input[name])}` : null;
}
