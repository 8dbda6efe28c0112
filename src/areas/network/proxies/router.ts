import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { createProxy, newProxy } from './create.ts';
import { deleteProxy } from './delete.ts';
import { proxies } from './list.ts';
import { unknownProxiedNases } from './unknown.ts';
import { proxyChange, updateProxy } from './update.ts';

/** RADIUS proxies in front of NASes. Beyond the contract, in the pattern of its NASes (4.5). */
export const proxyRouter = router({
  list: endpoint({
    access: 'nas.read',
    rest: ['/radius/proxy/list'],
    extension: true,
    summary: 'RADIUS proxies in front of NASes',
    description: '`ispid` 0 is the installation; only the server administrator sees its proxies.',
  })
    .input(proxies.input)
    .output(proxies.output)
    .query(({ ctx, input }) => runList(ctx.db, proxies, { ...ctx, input })),

  create: endpoint({
    access: 'proxy.write',
    rest: ['/radius/proxy/create'],
    extension: true,
    example: { name: 'Proxy 1', ip: '192.0.2.100', secret: 'correct horse' },
    summary: 'Add a RADIUS proxy',
    description:
      'The proxy must sign its requests with its `secret`, and each request must name the NAS that it comes from, one of those attached to the proxy (`proxyid` of a NAS). A proxy of an ISP serves only the NASes of that ISP. A proxy of the installation serves NASes of all ISPs; only the server administrator can create one.',
  })
    .input(newProxy)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createProxy(tx, ctx, input))),

  update: endpoint({
    access: 'proxy.write',
    rest: ['/radius/proxy/update'],
    extension: true,
    example: { name: 'Proxy 1' },
    updates: updatedRecord('RADIUS proxy', 'id'),
    summary: 'Change a RADIUS proxy',
  })
    .input(proxyChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateProxy(tx, ctx, input))),

  delete: endpoint({
    access: 'proxy.write',
    rest: ['/radius/proxy/delete'],
    extension: true,
    summary: 'Delete a RADIUS proxy',
    description: 'Refused while a NAS is attached to it.',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteProxy(tx, ctx, input.id))),

  unknown: endpoint({
    access: 'nas.read',
    rest: ['/radius/proxy/unknown'],
    extension: true,
    summary: 'Unknown NASes that RADIUS proxies name in their packets',
    description: 'The node does not answer their packets.',
  })
    .input(unknownProxiedNases.input)
    .output(unknownProxiedNases.output)
    .query(({ ctx, input }) => runList(ctx.db, unknownProxiedNases, { ...ctx, input })),
});
