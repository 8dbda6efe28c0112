import { z } from 'zod';
import { optionalOwnerOfNew, ownerShape } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { described, oneOf } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { checkCut, orOverlaps } from './network.ts';
import { IP6_POOL_KINDS, ip6PoolName, network, prefixLength } from './vocabulary.ts';

export const newIp6Pool = z.strictObject({
  ...ownerShape(),
  name: ip6PoolName(),
  prefix: network(),
  length: described('at most 32 more than that of `prefix`', prefixLength()),
  kind: oneOf(IP6_POOL_KINDS),
});

/** Adds a pool of IPv6 prefixes. Returns its id. */
export async function createIp6Pool(tx: Tx, scope: Scope, input: z.output<typeof newIp6Pool>): Promise<number> {
  const { name, prefix, length, kind } = input;
  checkCut(prefix, length);
  const owner = await optionalOwnerOfNew(tx, scope, input);
  const data = { ...owner, name, network: prefix, length, kind, ...created(scope) };
  const pool = await orOverlaps('prefix', () => tx.ip6Pool.create({ data, select: { id: true } }));
  return pool.id;
}
