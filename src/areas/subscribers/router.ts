import { endpoint, router } from '../../rpc/endpoint.ts';
import { namedService } from '../services/find.ts';
import { readSubscriber } from './get.ts';
import { subscriber } from './record.ts';

/** Services with what else their subscribers are asked about, beyond the contract. */
export const subscriberRouter = router({
  get: endpoint({
    access: 'service.read',
    rest: ['/subscriber/get'],
    extension: true,
    summary: 'All of a subscriber',
    description:
      'The service, its owner, plan, usage of the period, customer, live sessions, money, unpaid invoices, and what a log-in would get. The rows are those of the lists. A part is null if the caller lacks its permission: `customer.read` for the customer, `session.read` for sessions and access, `payment.read` for money and invoices, `wallet.read` for the wallet of a franchisee.',
  })
    .input(namedService)
    .output(subscriber)
    .query(({ ctx, input }) => {
      const { scope, zone, actor, kernel } = ctx;
      const caller = { scope, zone, permissions: actor.permissions };
      return readSubscriber({ db: ctx.db, network: kernel.network }, caller, input.serviceid);
    }),
});
