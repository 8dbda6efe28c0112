import { viewOf } from '../../../core/tenancy/isp-view.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { readSeries, seriesInput, seriesOutput } from './read.ts';

/** Figures over time, beyond the contract. */
export const seriesRouter = router({
  read: endpoint({
    access: 'session.read',
    rest: ['/series/read'],
    example: { series: 'online', from: '2026-01-31', to: '2026-01-31' },
    extension: true,
    summary: 'Figures of the network over time, for graphs',
    description:
      'One or more series: services `online` (the highest of each step), `accepts` and `rejects` of log-ins, rejects by kind of reason, bytes `up` and `down`. The node keeps minutes for two days and hours for 400 days. At most 2,880 steps; steps without a value are left out.',
  })
    .input(seriesInput)
    .output(seriesOutput)
    .query(async ({ ctx, input }) => readSeries({ ...ctx, scope: await viewOf(ctx.db, ctx.scope, input) }, input)),
});
