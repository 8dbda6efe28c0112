import { runList } from '../../../core/list/index.ts';
import { done, newId } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { poolAddresses, poolAddressInput } from './addresses/list.ts';
import { createPool, newPool } from './create.ts';
import { deletePool, poolDeletion } from './delete.ts';
import { ipPools } from './list.ts';
import { lockUpdatedPool, poolChange, updatePool } from './update.ts';

/** Contract 4.4: pools from which RADIUS assigns addresses. */
export const ipPoolRouter = router({
  list: endpoint({ access: 'pool.read', rest: ['/radius/ippool/list'], summary: 'RADIUS IP pools' })
    .input(ipPools.input)
    .output(ipPools.output)
    .query(({ ctx, input }) => runList(ctx.db, ipPools, { ...ctx, input })),

  iplist: endpoint({ access: 'pool.read', rest: ['/radius/ippool/iplist'], summary: 'Addresses of RADIUS IP pools' })
    .input(poolAddressInput)
    .output(poolAddresses.output)
    .query(({ ctx, input }) => runList(ctx.db, poolAddresses, { ...ctx, input })),

  create: endpoint({
    access: 'pool.write',
    rest: ['/radius/ippool/create'],
    example: { pool_name: 'customers', range_from: '10.1.0.1', range_upto: '10.1.0.254' },
    summary: 'Add a pool; returns the number of its addresses',
  })
    .input(newPool)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createPool(tx, ctx.scope, input))),

  update: endpoint({
    access: 'pool.write',
    rest: ['/radius/ippool/update'],
    example: { pool_name: 'static', range_upto: '10.0.0.20' },
    updates: lockUpdatedPool,
    summary: 'Rename, extend or shrink a pool',
  })
    .input(poolChange)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updatePool(tx, ctx.scope, input))),

  delete: endpoint({
    access: 'pool.write',
    rest: ['/radius/ippool/delete'],
    example: { pool_name: 'static' },
    summary: 'Delete a pool, or a part of its range',
  })
    .input(poolDeletion)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deletePool(tx, ctx.scope, input))),
});
