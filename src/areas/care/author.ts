import type { Actor } from '../../core/access/actor.ts';
import type { Call } from '../../core/call.ts';
import { created } from '../../core/tenancy/scope.ts';

/** What the rules of this wing need of a call: also which login user makes it. */
export type CareCall = Call & { readonly actor: Pick<Actor, 'userId' | 'ispId'> };

/** The same of a call that may also be a subscriber's, who is no login user. */
export type AuthorCall = Call & { readonly actor: { readonly userId: number | null; readonly ispId: number | null } };

/** Author fields of a new record. */
export const authored = ({ actor, scope }: AuthorCall, clientRef: string | undefined) => ({
  ...{ createdById: actor.userId, clientRef: clientRef ?? null },
  ...created(scope),
});
