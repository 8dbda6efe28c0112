import { runList } from '../../core/list/index.ts';
import { newId } from '../../core/results.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { createNas, newNas } from './create.ts';
import { nases } from './list.ts';

/** Contract 4.5. */
export const nasRouter = router({
  list: endpoint({ access: 'nas.read', rest: ['/radius/nas/list'], summary: 'NAS devices' })
    .input(nases.input)
    .output(nases.output)
    .query(({ ctx, input }) => runList(ctx.db, nases, { ...ctx, input })),

  create: endpoint({
    access: 'nas.write',
    rest: ['/radius/nas/create'],
    summary: 'Add a NAS',
    description: 'Served from the next packet on. `resellers` shares a NAS of the ISP; `0`, empty or left out shares it with all.',
  })
    .input(newNas)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createNas(tx, ctx, input))),
});
