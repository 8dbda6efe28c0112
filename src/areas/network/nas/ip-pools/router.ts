import { runList } from '../../../../core/list/index.ts';
import { byId, done, newId } from '../../../../core/records/results.ts';
import { updatedRecord } from '../../../../core/records/unchanged.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { createNasIpPool, newNasIpPool } from './create.ts';
import { deleteNasIpPool } from './delete.ts';
import { nasIpPools } from './list.ts';
import { nasIpPoolChange, updateNasIpPool } from './update.ts';

/** Contract 4.6. */
export const ipPoolEndpoints = {
  ippool_list: endpoint({ access: 'pool.read', rest: ['/radius/nas/ippool_list'], summary: 'NAS IP pools' })
    .input(nasIpPools.input)
    .output(nasIpPools.output)
    .query(({ ctx, input }) => runList(ctx.db, nasIpPools, { ...ctx, input })),

  ippool_create: endpoint({
    access: 'pool.write',
    rest: ['/radius/nas/ippool_create'],
    example: { name: 'night' },
    summary: 'Add a NAS IP pool',
  })
    .input(newNasIpPool)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createNasIpPool(tx, ctx.scope, input))),

  ippool_update: endpoint({
    access: 'pool.write',
    rest: ['/radius/nas/ippool_update'],
    example: { notes: 'for the night' },
    updates: updatedRecord('NAS IP pool', 'id'),
    summary: 'Change a NAS IP pool',
  })
    .input(nasIpPoolChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateNasIpPool(tx, ctx.scope, input))),

  ippool_delete: endpoint({
    access: 'pool.write',
    rest: ['/radius/nas/ippool_delete'],
    summary: 'Delete a NAS IP pool',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteNasIpPool(tx, ctx.scope, input.id))),
};
