import type { Actor } from '../core/access/actor.ts';
import type { Subscriber } from '../core/access/subscriber.ts';
import type { Kernel } from '../core/kernel.ts';
import { sourceNetwork } from '../core/network/source-network.ts';
import { type Caller, OWN } from '../core/work/turns/tenant.ts';
import { Turns } from '../core/work/turns/turns.ts';
import type { Database } from '../db/database.ts';
import type { Context } from './context.ts';

/** What callers of a node take turns at. */
export interface NodeTurns {
  /** Queries, and the pages of exports: the connections of lists. */
  readonly lists: Turns;
  /** Transactions. A list may wait for one, never the other way round. */
  readonly changes: Turns;
  /** What anybody may ask, by address. */
  readonly strangers: Turns;
  /** Look-ups of keys and sessions, by address: whose they are is not known before. */
  readonly credentials: Turns;
}

const turns = new WeakMap<Database, NodeTurns>();

/** A connection of each kind is kept from them: for the server administrator, jobs and RADIUS, which take no turns. */
export function turnsOf({ db }: Pick<Kernel, 'db'>): NodeTurns {
  const known = turns.get(db);
  if (known) return known;
  const slots = Math.max(1, db.connections - 1);
  const made = {
    lists: new Turns({ slots, of: 'the ISP' }),
    changes: new Turns({ slots, of: 'the ISP' }),
    strangers: new Turns({ slots: Math.ceil(db.connections / 3), of: 'this address', mostWaiting: 50 }),
    // As many as `db.lookups` has connections.
    credentials: new Turns({ slots: Math.ceil(db.connections / 2), of: 'this address' }),
  };
  turns.set(db, made);
  return made;
}

/** Undefined for the server administrator. */
export const callerOf = ({ ispId, resellerId }: Pick<Actor, 'ispId' | 'resellerId'>): Caller | undefined =>
  ispId === null ? undefined : { tenant: ispId, lane: resellerId ?? OWN };

/** A subscriber counts as their ISP, but has a lane of their own. */
export const callerOfSubscriber = ({ ispId, customerId }: Subscriber): Caller => ({ tenant: ispId, lane: -customerId });

/** Somebody who has not signed in. */
export const strangerOf = ({ address, whenGone }: Pick<Context, 'address' | 'whenGone'>): Caller => ({
  ...{ tenant: sourceNetwork(address), lane: OWN, whenGone },
});

/** Does the work when it is the caller's turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** What a call takes turns at. */
export interface CallTurns {
  readonly list: InTurn;
  /** A page of a file that has begun, which a refusal would cut off: waits after however many. */
  readonly page: InTurn;
  readonly change: InTurn;
}

export const atOnce: InTurn = (work) => work();

/** Looks up the credentials of a call, when it is the turn of the network that it came from. */
export const turnOfCredentials =
  ({ kernel, ...caller }: Pick<Context, 'kernel' | 'address' | 'whenGone'>): InTurn =>
  (work) =>
    turnsOf(kernel).credentials.run(strangerOf(caller), work);

export function turnsOfCall(
  { kernel, whenGone }: Pick<Context, 'kernel' | 'whenGone'>,
  caller: Caller | undefined,
): CallTurns {
  if (!caller) return { list: atOnce, page: atOnce, change: atOnce };
  const { lists, changes } = turnsOf(kernel);
  const calling = { ...caller, whenGone };
  return {
    list: (work) => lists.run(calling, work),
    page: (work) => lists.run({ ...calling, patient: true }, work),
    change: (work) => changes.run(calling, work),
  };
}
