import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { createGateway, newGateway } from './create.ts';
import { deleteGateway } from './delete.ts';
import { gateways } from './list.ts';
import { notificationSetup, readNotificationSetup } from './notification-setup.ts';
import { gatewayChange, updateGateway } from './update.ts';

/** An ISP's accounts at payment providers. */
export const gatewayRouter = router({
  list: endpoint({
    access: 'gateway.read',
    rest: ['/payment/gateway/list'],
    extension: true,
    summary: 'Accounts at payment providers',
  })
    .input(gateways.input)
    .output(gateways.output)
    .query(({ ctx, input }) => runList(ctx.db, gateways, { ...ctx, input })),

  create: endpoint({
    access: 'gateway.write',
    rest: ['/payment/gateway/create'],
    extension: true,
    example: {
      ...{ provider: 'Razorpay', name: 'Razorpay', environment: 'Test' },
      ...{ key_id: 'rzp_test_1DP5mmOlF5G5ag', key_secret: 'thisissupersecret' },
    },
    summary: 'Add an account at a payment provider',
    description:
      'The keys must match the environment. The database stores the secrets encrypted, and no call shows them. `docs/staff/online-payments.md` says where to find them.',
  })
    .input(newGateway)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createGateway(tx, ctx, input))),

  update: endpoint({
    access: 'gateway.write',
    rest: ['/payment/gateway/update'],
    extension: true,
    example: { name: 'Razorpay' },
    updates: updatedRecord('payment gateway', 'id'),
    summary: 'Change an account at a payment provider',
    description: 'New keys must belong to the same account. An empty `webhook_secret` removes it.',
  })
    .input(gatewayChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateGateway(tx, ctx, input))),

  delete: endpoint({
    access: 'gateway.write',
    rest: ['/payment/gateway/delete'],
    extension: true,
    summary: 'Delete an account at a payment provider',
    description:
      'Refused while it has open or disputed orders, or refunds not sent yet. Afterwards the node no longer follows its payments.',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteGateway(tx, ctx, input.id))),

  webhook: endpoint({
    access: 'gateway.read',
    rest: ['/payment/gateway/webhook'],
    extension: true,
    summary: 'The webhook address and events to enter at a payment provider',
  })
    .input(byId)
    .output(notificationSetup)
    .query(({ ctx, input }) => readNotificationSetup(ctx.kernel, ctx.scope, input.id)),
});
