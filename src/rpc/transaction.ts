import type { Actor } from '../core/actor.ts';
import type { Tx } from '../db/database.ts';
import { invalidateApiKeys } from './api-key-cache.ts';
import type { Context } from './context.ts';
import type { IdempotentCall } from './idempotency.ts';

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
 * is about to do something that no rollback takes back. After `only`, the transaction is that of a call which may come twice:
 * there is one, and a repeat leaves no event.
 */
export function openTransaction(ctx: Context, call: Call) {
  const { db, network } = ctx.kernel;
  let audited = call.type !== 'mutation';
  let once: IdempotentCall | undefined;
  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (call.type !== 'mutation') return db.transaction(work);
    if (once && audited) throw new Error(`${call.path}: a call that may come twice has one transaction`);
    try {
      const result = await db.transaction(async (tx) => {
        const change = async () => {
          await beginAudit(tx, ctx, call);
          return work(tx);
        };
        return once ? once.run(tx, change) : change();
      });
      audited = true;
      // Whoever hears the answer may let a packet follow at once.
      await network.caughtUp();
      return result;
    } finally {
      // A commit whose answer was lost has happened all the same.
      invalidateApiKeys(db);
    }
  }
  function only(given: IdempotentCall): void {
    once = given;
  }
  async function record(): Promise<void> {
    if (audited) return;
    await db.transaction((tx) => beginAudit(tx, ctx, call));
    audited = true;
  }
  return { transaction, record, only };
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
