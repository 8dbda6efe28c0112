import type { Actor } from '../core/access/actor.ts';
import { beginAudit } from '../core/access/begin-audit.ts';
import { notifies, type Tx } from '../db/database.ts';
import { clearApiKeyCache } from './api-key-cache.ts';
import type { Context } from './context.ts';
import type { IdempotentCall } from './idempotency.ts';
import type { CallTurns } from './turns.ts';

interface Call {
  /** Who calls, as the audit names it. */
  readonly actor: Pick<Actor, 'username' | 'ispId' | 'resellerId'> & { readonly userId: number | null };
  readonly via: 'key' | 'session' | 'subscriber';
  readonly path: string;
  readonly type: string;
  readonly input: unknown;
  readonly turns: CallTurns;
}

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
 * - `readIn` is a transaction without an audit event, for what a mutation must know before it begins.
 * - `recordAudit` writes the audit event of a mutation without a transaction (a disconnect, a backup): at the end of the call, or
 *   earlier, before something that no rollback can undo.
 * - `checkFirst` adds a check to the transaction, before the work.
 * - `makeIdempotent` limits the call to one transaction; a repeat writes no audit event.
 */
export function openTransaction(ctx: Context, call: Call) {
  const { db, network } = ctx.kernel;
  const { change: inTurn } = call.turns;
  const readIn = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTurn(() => db.transaction(work));
  let isAudited = call.type !== 'mutation';
  let idempotent: IdempotentCall | undefined;
  let check: ((tx: Tx) => Promise<void>) | undefined;
  /** A repeated call may be answered before the first one, whose change it answers for. */
  const isConcerned = (tx: Tx | undefined): boolean =>
    tx === undefined || notifies(tx) || idempotent?.isRepeat === true;
  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (call.type !== 'mutation') return readIn(work);
    if (idempotent && isAudited) throw new Error(`${call.path}: an idempotent call must have only one transaction`);
    let isCurrent = false;
    let last: Tx | undefined;
    try {
      const result = await readIn(async (tx) => {
        last = tx;
        const change = () => audited(begin(tx, ctx, call), check ? check(tx).then(() => work(tx)) : work(tx));
        return idempotent ? idempotent.run(tx, change) : change();
      });
      isAudited = true;
      // As soon as the caller has the answer, a RADIUS packet may depend on the change.
      isCurrent = !isConcerned(last) || (await network.caughtUp());
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
    await readIn((tx) => begin(tx, ctx, call));
    isAudited = true;
  }
  return { transaction, readIn, recordAudit, makeIdempotent, checkFirst };
}

/** The event is sent first and travels with the first statements of the work. */
async function audited<T>(event: Promise<unknown>, work: Promise<T>): Promise<T> {
  const [begun, done] = await Promise.allSettled([event, work]);
  // If the event failed, the statements of the work failed for no reason of their own.
  if (begun.status === 'rejected') throw begun.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}

function begin(tx: Tx, { address }: Context, { actor, via, path, input }: Call): Promise<void> {
  const parameters = withoutSecrets(input);
  return beginAudit(tx, {
    ...{ userId: actor.userId, username: actor.username, ispId: actor.ispId, resellerId: actor.resellerId, address },
    ...{ procedure: path, target: targetOf(parameters), input: parameters, via },
  });
}

function targetOf(input: Record<string, unknown>): string | null {
  const name = TARGETS.find((candidate) => input[candidate] !== undefined);
  return name ? `${name}=${String(input[name])}` : null;
}

/** Parameters that must not reach the audit. */
const SECRET = /secret|password|api_key|^headers$|^pin$|^caller$/i;
/** What a request to another system carries besides. */
const OF_REQUEST = 'body';

/** Parameters as the audit shows them: without secrets, and without the keys that addresses of other systems often have. */
export function withoutSecrets(input: unknown): Record<string, unknown> {
  if (input === null || typeof input !== 'object') return {};
  const isRequest = 'url' in input && input.url !== undefined;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (SECRET.test(name) || (isRequest && name === OF_REQUEST)) return [name, '***'];
      return [name, name === 'url' && typeof value === 'string' ? siteOf(value) : value];
    }),
  );
}

/** As `auth.site_of` of the database has it. */
const siteOf = (address: string): string =>
  address.replace(
    /^([a-z]+:\/\/)(?:[^/?#]*@)?([^/?#]*).*$/is,
    (_, scheme: string, host: string) => `${scheme}${host}/…`,
  );
