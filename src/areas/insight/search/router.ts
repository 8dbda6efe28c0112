import { z } from 'zod';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { find, foundRecord, searchInput } from './find.ts';

/** One search over the records of all areas. */
export const searchRouter = router({
  find: endpoint({
    access: 'isp.read',
    rest: ['/search/find'],
    extension: true,
    example: { text: 'ravi' },
    summary: 'Search records by anything that identifies them',
    description:
      'Services, customers, leads, invoices and NASes that the caller may read. The form of the text decides the search: a number, an address, a document number, an e-mail address. Usernames and names match at the beginning, or anywhere if none begins with the text.',
  })
    .input(searchInput)
    .output(z.array(foundRecord))
    .query(({ ctx, input }) => find(ctx.db, { scope: ctx.scope, permissions: ctx.actor.permissions }, input)),
});
