import { readableBy, runList } from '../../../core/list/index.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { namedService } from '../services/find.ts';
import { readSubscriber } from './get.ts';
import { SUBSCRIBER_NEEDS, subscribers } from './list.ts';
import { subscriber } from './record.ts';
import { askedVerdict, readVerdictFor } from './verdict-for.ts';
import { verdict } from './verdict-record.ts';

/** Services with what else their subscribers are asked about, beyond the contract. */
export const subscriberRouter = router({
  get: endpoint({
    access: 'service.read',
    rest: ['/subscriber/get'],
    extension: true,
    summary: 'Everything about a subscriber',
    description:
      'The service, its owner, plan, usage of the period, customer, live sessions, money, unpaid invoices, what a log-in would get, and the verdict. The rows are the same as in the lists. A part is null if the caller lacks its permission: `customer.read` for the customer, `session.read` for sessions, access and verdict, `payment.read` for money and invoices, `wallet.read` for the wallet of a franchisee.',
  })
    .input(namedService)
    .output(subscriber)
    .query(({ ctx: { scope, zone, actor, db, readIn, kernel }, input }) => {
      const { network, clock } = kernel;
      const caller = { scope, zone, permissions: actor.permissions };
      return readSubscriber({ db: { pool: db.pool, transaction: readIn }, network, clock }, caller, input.serviceid);
    }),

  verdict: endpoint({
    access: 'session.read',
    rest: ['/subscriber/verdict'],
    extension: true,
    summary: 'How a subscriber is served, in one sentence',
    description:
      'The first line of an answer: `Blocked since 23 Nov: ₹1,827.82 unpaid; promise already used`. `text` is the sentence, the other fields are its parts, for other languages. Amounts need `payment.read`. With `audience` it is a sentence for the subscriber, or for a voice, in `language`, and has nothing of the network in it. `subscriber/get` has the one for the staff too.',
  })
    .input(askedVerdict)
    .output(verdict)
    .query(({ ctx: { scope, zone, actor, db, readIn, kernel }, input }) => {
      const { network, clock } = kernel;
      const caller = { scope, zone, permissions: actor.permissions };
      return readVerdictFor({ db: { pool: db.pool, transaction: readIn }, network, clock }, caller, input);
    }),

  list: endpoint({
    access: 'service.read',
    rest: ['/subscriber/list'],
    extension: true,
    summary: 'Services with customer, plan and session',
    description:
      'Like `service/list`, with further columns for a screen. `ip` is the address of the live session. The name and mobile number of the customer need `customer.read`, `ip` needs `session.read`; without the permission they are null.',
  })
    .input(subscribers.input)
    .output(subscribers.output)
    .query(({ ctx, input }) => {
      const list = readableBy(subscribers, SUBSCRIBER_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  export: exportOf(subscribers, {
    access: 'service.read',
    rest: '/subscriber/export',
    what: 'Services with customer, plan and session',
    needs: SUBSCRIBER_NEEDS,
  }),
});
