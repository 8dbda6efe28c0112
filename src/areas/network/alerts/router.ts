import { runList } from '../../../core/list/index.ts';
import { byId, done } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { ackAlert } from './ack.ts';
import { alerts } from './list.ts';
import { muteAlert, mutedAlert } from './mute.ts';

/** What somebody should look at on the network. Beyond the contract. */
export const alertRouter = router({
  list: endpoint({
    access: 'nas.read',
    rest: ['/radius/alert/list'],
    extension: true,
    summary: 'Alerts of the network',
    description:
      'The newest first. A reseller sees those of its own NASes and pools. The node forgets an alert 90 days after it was closed.',
  })
    .input(alerts.input)
    .output(alerts.output)
    .query(({ ctx, input }) => runList(ctx.db, alerts, { ...ctx, input })),

  ack: endpoint({
    access: 'alert.ack',
    rest: ['/radius/alert/ack'],
    extension: true,
    summary: 'Acknowledge an alert',
    description: 'It stays open until its cause has gone. The first acknowledgement counts.',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => ackAlert(tx, ctx, input.id))),

  mute: endpoint({
    access: 'alert.ack',
    rest: ['/radius/alert/mute'],
    extension: true,
    summary: 'Mute an alert',
    description:
      'For 30 days at most: until then nobody is told of it, nor of later alerts of the same kind about the same NAS or pool.',
  })
    .input(mutedAlert)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => muteAlert(tx, ctx, input))),
});
