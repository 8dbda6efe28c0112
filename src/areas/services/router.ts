import { runList } from '../../core/list/index.ts';
import { newId } from '../../core/results.ts';
import { endpoint, openEndpoint, router } from '../../rpc/endpoint.ts';
import { createService, newService } from './create.ts';
import { services } from './list.ts';
import { countByStatus, countedServices, refuseStrangers, statusCounts } from './status-count.ts';

/** Contract 4.14, and the count of 4.1. */
export const serviceRouter = router({
  status_count: openEndpoint({
    rest: ['/service/status_count'],
    summary: 'Services by status',
    description:
      'Without credentials: totals of the installation. With credentials: of the caller’s scope, and filters apply.',
  })
    .input(countedServices)
    .output(statusCounts)
    .query(({ ctx, input }) => {
      refuseStrangers(ctx.actor !== null, input, ctx.kernel.config.publicStatusCount);
      return countByStatus(ctx.db, ctx.scope, input);
    }),

  list: endpoint({ access: 'service.read', rest: ['/service/list'], summary: 'Subscriber services' })
    .input(services.input)
    .output(services.output)
    .query(({ ctx, input }) => runList(ctx.db, services, { ...ctx, input })),

  create: endpoint({ access: 'service.write', rest: ['/service/create'], summary: 'Add a service to a customer' })
    .input(newService)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createService(tx, ctx, input))),
});
