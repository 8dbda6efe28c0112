import { readableBy, runList } from '../../../core/list/index.ts';
import { byId, done } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { createWebhook, newWebhook, webhookSecret } from './create.ts';
import { deliveries, WEBHOOK_NEEDS, webhooks } from './list.ts';
import { replayed, replayWebhook } from './replay.ts';
import { rotateSecret, rotation } from './rotate.ts';
import { tested, testResult, testWebhook } from './send-test.ts';
import { deleteWebhook, updateWebhook, webhookChange } from './update.ts';

/** Addresses that are told of events (Standard Webhooks). Beyond the contract. */
export const webhookRouter = router({
  list: endpoint({
    access: 'event.read',
    rest: ['/webhook/list'],
    extension: true,
    summary: 'Webhooks and their state',
    description:
      'Only callers who may change them (`webhook.write`) see the whole `url`, which may contain a key; others see the host.',
  })
    .input(webhooks.input)
    .output(webhooks.output)
    .query(({ ctx, input }) => {
      const list = readableBy(webhooks, WEBHOOK_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  create: endpoint({
    access: 'webhook.write',
    rest: ['/webhook/create'],
    extension: true,
    example: { url: 'https://crm.example.net/lastmile', type: 'payment.received,service.*' },
    summary: 'Add a webhook',
    description:
      'The node sends every event from now on to `url` by POST, in order, signed by the Standard Webhooks specification. Only this answer shows the `secret` that verifies the signatures. If the address does not accept an event within 15 seconds, the node retries with growing pauses, and disables the webhook after a day. The address must be public.',
  })
    .input(newWebhook)
    .output(webhookSecret)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createWebhook(tx, ctx, input))),

  update: endpoint({
    access: 'webhook.write',
    rest: ['/webhook/update'],
    extension: true,
    example: { status: 'Enabled' },
    updates: updatedRecord('webhook', 'id'),
    summary: 'Change, pause or enable a webhook',
    description: 'If you enable a webhook again, it continues with the event at which it stopped.',
  })
    .input(webhookChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateWebhook(tx, ctx, input))),

  delete: endpoint({
    access: 'webhook.write',
    rest: ['/webhook/delete'],
    extension: true,
    summary: 'Delete a webhook',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteWebhook(tx, ctx, input.id))),

  rotate: endpoint({
    access: 'webhook.write',
    rest: ['/webhook/rotate'],
    extension: true,
    summary: 'Give a webhook a new secret',
    description:
      'For `overlap_hours`, messages carry two signatures: one by the new secret, one by the present secret.',
  })
    .input(rotation)
    .output(webhookSecret)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => rotateSecret(tx, ctx, input))),

  test: endpoint({
    access: 'webhook.write',
    rest: ['/webhook/test'],
    extension: true,
    summary: 'Send a test message now',
  })
    .input(tested)
    .output(testResult)
    .mutation(({ ctx, input }) =>
      testWebhook({ db: { pool: ctx.db.pool, transaction: ctx.readIn }, record: ctx.recordAudit }, ctx, input),
    ),

  deliveries: endpoint({
    access: 'event.read',
    rest: ['/webhook/deliveries'],
    extension: true,
    summary: 'Deliveries to webhooks, and their results',
    description: 'Newest first; kept for 30 days.',
  })
    .input(deliveries.input)
    .output(deliveries.output)
    .query(({ ctx, input }) => runList(ctx.db, deliveries, { ...ctx, input })),

  replay: endpoint({
    access: 'webhook.write',
    rest: ['/webhook/replay'],
    extension: true,
    example: { after: '0' },
    summary: 'Send events again',
    description:
      'Sends all stored events after the event `after`, or from the time `from`. Each keeps its `webhook-id`.',
  })
    .input(replayed)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => replayWebhook(tx, ctx, input))),
});
