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
    summary: 'Records by anything that names them',
    description:
      'Services, customers, leads, invoices and NASes that the caller’s permissions let it read. A text is taken for what it looks like: a number, an address, a document number, an e-mail; of usernames and names the beginning, and a part only if nothing begins so.',
  })
    .input(searchInput)
    .output(z.array(foundRecord))
    .query(({ ctx, input }) => find(ctx.db, { scope: ctx.scope, permissions: ctx.actor.permissions }, input)),
});
