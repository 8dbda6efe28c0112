import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { optOutChange } from '../notices/opt-out.ts';
import { broadcastRecord, readBroadcast } from './get.ts';
import { broadcasts, promotionOptOuts } from './list.ts';
import { moveBroadcast } from './move.ts';
import { setPromotionOptOut } from './opt-out.ts';
import { previewBroadcast, previewed } from './preview.ts';
import { sendBroadcast, sentMessage } from './send.ts';
import { writtenMessage } from './vocabulary.ts';

const TEXTS = '[{"channel":"sms","language":"en","body":"Dear {name}, there is no Internet from 2 to 4."}]';

/** One message to many subscribers. Beyond the contract. */
export const messageRouter = router({
  preview: endpoint({
    access: 'message.broadcast',
    rest: ['/message/preview'],
    extension: true,
    example: { location_code: 'BLR', texts: TEXTS },
    summary: 'Preview how many a mass message would reach',
    description:
      '`matched` is `count`, the messages that would be sent, plus those that would not: `opted_out`, `no_address` and `same_address`. A telephone number gets one message, by the first channel of the texts that its customer wants, and an e-mail address another. `begins_at` says when it would be sent: after quiet hours, and advertising between `promotions_from` and `promotions_upto` of the ISP only. Stores and sends nothing.',
  })
    .input(writtenMessage)
    .output(previewed)
    .query(({ ctx, input }) => previewBroadcast(ctx.db.pool, ctx, input)),

  send: endpoint({
    access: 'message.broadcast',
    rest: ['/message/send'],
    extension: true,
    repeatable: true,
    example: { location_code: 'BLR', title: 'Maintenance', count: '1', texts: TEXTS },
    summary: 'Send a message to many subscribers',
    description:
      'Takes the `count` of the preview, and is refused with 409 if it has moved by more than 5 %. For more than 1,000 messages a person at a screen enters the password again. The nodes send within the limits of the sender, and after codes and notices.',
  })
    .input(sentMessage)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => sendBroadcast(tx, ctx, input))),

  pause: endpoint({
    access: 'message.broadcast',
    rest: ['/message/pause'],
    extension: true,
    repeatable: true,
    summary: 'Pause a mass message',
    description: 'What nodes are sending at this moment is still sent.',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => moveBroadcast(tx, ctx, { ...input, report: 'pause' }))),

  resume: endpoint({
    access: 'message.broadcast',
    rest: ['/message/resume'],
    extension: true,
    repeatable: true,
    summary: 'Go on with a paused mass message',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => moveBroadcast(tx, ctx, { ...input, report: 'resume' }))),

  cancel: endpoint({
    access: 'message.broadcast',
    rest: ['/message/cancel'],
    extension: true,
    repeatable: true,
    summary: 'Send no more of a mass message',
    description: 'It cannot be resumed. What was sent stays in the list of messages.',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => moveBroadcast(tx, ctx, { ...input, report: 'cancel' }))),

  list: endpoint({
    access: 'message.broadcast',
    rest: ['/message/list'],
    extension: true,
    summary: 'Mass messages',
    description: 'Newest first.',
  })
    .input(broadcasts.input)
    .output(broadcasts.output)
    .query(({ ctx, input }) => runList(ctx.db, broadcasts, { ...ctx, input })),

  get: endpoint({
    access: 'message.broadcast',
    rest: ['/message/get'],
    extension: true,
    summary: 'A mass message and its progress',
  })
    .input(byId)
    .output(broadcastRecord)
    .query(({ ctx: { db, scope, zone }, input }) => readBroadcast(db.pool, { scope, zone }, input.id)),

  opt_out: endpoint({
    access: 'customer.write',
    rest: ['/message/opt_out'],
    extension: true,
    summary: 'Stop or resume promotional messages to a customer through a channel',
    description: 'Other messages go on; `notice/opt_out` stops all of them.',
  })
    .input(optOutChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => setPromotionOptOut(tx, ctx, input))),

  opt_outs: endpoint({
    access: 'notice.read',
    rest: ['/message/opt_outs'],
    extension: true,
    summary: 'Customers who want no promotional messages through a channel',
  })
    .input(promotionOptOuts.input)
    .output(promotionOptOuts.output)
    .query(({ ctx, input }) => runList(ctx.db, promotionOptOuts, { ...ctx, input })),
});
