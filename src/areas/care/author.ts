import type { Actor } from '../../core/access/actor.ts';
import type { Call } from '../../core/call.ts';
import { created } from '../../core/tenancy/scope.ts';

/** What the rules of this wing need of a call: also which login user makes it. */
export type CareCall = Call & { readonly actor: Pick<Actor, 'userId' | 'ispId'> };

/** Author fields of a new record. */
export const authored = ({ actor, scope }: CareCall, clientRef: string | undefined) => ({
  ...{ createdById: actor.userId, clientRef: clientRef ?? null },
  ...created(scope),
});
