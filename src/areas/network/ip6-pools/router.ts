import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { createIp6Pool, newIp6Pool } from './create.ts';
import { deleteIp6Pool } from './delete.ts';
import { ip6Pools } from './list.ts';
import { ip6PoolChange, updateIp6Pool } from './update.ts';

/** Pools from which RADIUS assigns IPv6 prefixes. */
export const ip6PoolRouter = router({
  list: endpoint({
    access: 'pool.read',
    rest: ['/radius/ip6pool/list'],
    extension: true,
    summary: 'Pools of IPv6 prefixes',
  })
    .input(ip6Pools.input)
    .output(ip6Pools.output)
    .query(({ ctx, input }) => runList(ctx.db, ip6Pools, { ...ctx, input })),

  create: endpoint({
    access: 'pool.write',
    rest: ['/radius/ip6pool/create'],
    example: { name: 'homes', prefix: '2001:db8::/40', length: '56', kind: 'Delegated' },
    extension: true,
    summary: 'Add a pool of IPv6 prefixes',
    description:
      'Plans name it in `ip6_pool` (kind `Framed`) or `pd_pool` (kind `Delegated`). It must not overlap another pool or a static prefix of the ISP.',
  })
    .input(newIp6Pool)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createIp6Pool(tx, ctx.scope, input))),

  update: endpoint({
    access: 'pool.write',
    rest: ['/radius/ip6pool/update'],
    example: { name: 'homes' },
    extension: true,
    updates: updatedRecord('IPv6 pool', 'id'),
    summary: 'Rename, extend or shrink a pool of IPv6 prefixes',
    description: 'Renaming a pool also updates its plans. Prefixes in use must stay within the pool.',
  })
    .input(ip6PoolChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateIp6Pool(tx, ctx.scope, input))),

  delete: endpoint({
    access: 'pool.write',
    rest: ['/radius/ip6pool/delete'],
    extension: true,
    summary: 'Delete a pool of IPv6 prefixes',
    description: 'Refused while prefixes are in use or plans use the pool.',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteIp6Pool(tx, ctx.scope, input.id))),
});
