import { readableBy, runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { createNotice, newNotice } from './create.ts';
import { messages, notices, optOuts, SENDER_NEEDS, senders } from './list.ts';
import { optOutChange, setOptOut } from './opt-out.ts';
import { preview, previewed, previewNotice } from './preview.ts';
import { tested, testNotice, testResult } from './send-test.ts';
import { senderSettings } from './sender-settings.ts';
import { setSender } from './set-sender.ts';
import { deleteNotice, noticeChange, updateNotice } from './update.ts';

/** What subscribers are told, and how. Beyond the contract. */
export const noticeRouter = router({
  list: endpoint({ access: 'notice.read', rest: ['/notice/list'], extension: true, summary: 'Notices to subscribers' })
    .input(notices.input)
    .output(notices.output)
    .query(({ ctx, input }) => runList(ctx.db, notices, { ...ctx, input })),

  create: endpoint({
    access: 'notice.write',
    rest: ['/notice/create'],
    extension: true,
    example: { on: 'payment_received', channel: 'sms', body: 'Dear {name}, we have received {currency} {amt}.' },
    summary: 'Add a notice',
    description:
      'It covers events from now on. If several notices cover the same event and channel, a customer gets the one in the customer’s `language`, or otherwise in the language of the ISP.',
  })
    .input(newNotice)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createNotice(tx, ctx, input))),

  update: endpoint({
    access: 'notice.write',
    rest: ['/notice/update'],
    extension: true,
    example: { status: 'Paused' },
    updates: updatedRecord('notice', 'id'),
    summary: 'Change, pause or enable a notice',
    description: 'Waiting messages get the new text. Messages of a paused notice are skipped.',
  })
    .input(noticeChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateNotice(tx, ctx, input))),

  delete: endpoint({ access: 'notice.write', rest: ['/notice/delete'], extension: true, summary: 'Delete a notice' })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteNotice(tx, ctx, input.id))),

  preview: endpoint({
    access: 'notice.read',
    rest: ['/notice/preview'],
    extension: true,
    example: { id: '1', body: 'Dear {name}, please pay {currency} {os_amt}.' },
    summary: 'Preview the message that a service would get',
    description:
      'Uses the newest invoice, payment or ticket of the service. With `id`, previews a stored notice, with any given texts in place of its own; without `id`, a notice that is not stored. Stores and sends nothing.',
  })
    .input(previewed)
    .output(preview)
    .query(({ ctx, input }) => previewNotice(ctx.db, ctx, input)),

  test: endpoint({
    access: 'notice.write',
    rest: ['/notice/test'],
    extension: true,
    example: { to: '9800000001' },
    summary: 'Send a notice to an address now',
    description: 'Uses the values of a service; attaches no file.',
  })
    .input(tested)
    .output(testResult)
    .mutation(({ ctx, input }) => testNotice({ db: ctx.db, record: ctx.recordAudit }, ctx, input)),

  messages: endpoint({
    access: 'notice.read',
    rest: ['/notice/messages'],
    extension: true,
    summary: 'Messages sent to subscribers, and their results',
    description: 'Newest first; kept for 400 days.',
  })
    .input(messages.input)
    .output(messages.output)
    .query(({ ctx, input }) => runList(ctx.db, messages, { ...ctx, input })),

  sender_set: endpoint({
    access: 'notice.write',
    rest: ['/notice/sender_set'],
    extension: true,
    example: { channel: 'email', host: 'smtp.example.net', from: 'billing@example.net' },
    summary: 'Set how a channel sends messages',
    description:
      'E-mail goes by SMTP; `sms` and `whatsapp` by one request to a provider. Its `url`, `headers` and `body` can have the placeholders `{to}`, `{text}`, `{dlt_template_id}`, `{message_id}` and `{secret}`. A parameter that you leave out becomes empty, except the secret.',
  })
    .input(senderSettings)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => setSender(tx, ctx, input))),

  sender_list: endpoint({
    access: 'notice.read',
    rest: ['/notice/sender_list'],
    extension: true,
    summary: 'How each channel sends messages',
    description:
      'Only callers who may change it (`notice.write`) see `username`, `headers`, `body` and the whole `url`, which may contain a key; others see the host.',
  })
    .input(senders.input)
    .output(senders.output)
    .query(({ ctx, input }) => {
      const list = readableBy(senders, SENDER_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  opt_out: endpoint({
    access: 'customer.write',
    rest: ['/notice/opt_out'],
    extension: true,
    summary: 'Stop or resume messages to a customer through a channel',
  })
    .input(optOutChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => setOptOut(tx, ctx, input))),

  opt_outs: endpoint({
    access: 'notice.read',
    rest: ['/notice/opt_outs'],
    extension: true,
    summary: 'Customers who want no messages through a channel',
  })
    .input(optOuts.input)
    .output(optOuts.output)
    .query(({ ctx, input }) => runList(ctx.db, optOuts, { ...ctx, input })),
});
