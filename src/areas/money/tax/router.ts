import { document } from '../../../core/content/download.ts';
import { done } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { gstr1Of, sellerMonth } from './gstr1/month.ts';
import { JSON_FILE } from './json-file.ts';
import { sellerDetails, whichSeller } from './seller/parameters.ts';
import { readSeller, sellerShown } from './seller/read.ts';
import { setSeller } from './seller/set.ts';

/** Beyond the contract. */
export const taxRouter = router({
  seller: endpoint({
    access: 'settings.read',
    rest: ['/tax/seller'],
    extension: true,
    summary: 'Who a seller is to the tax office',
  })
    .input(whichSeller)
    .output(sellerShown)
    .query(({ ctx, input }) => readSeller(ctx.db.pool, ctx.scope, input)),

  seller_set: endpoint({
    access: 'settings.write',
    rest: ['/tax/seller_set'],
    example: {
      scheme: 'gst',
      legal_name: 'Northern Fibre Private Limited',
      address: '1 Tower Road',
      city: 'Bengaluru',
      zipcode: '560001',
      state: 'Karnataka',
      tax_number: '29AAGCB7383J1Z4',
      country: 'IN',
      year_start: '4',
    },
    extension: true,
    summary: 'Set who a seller is to the tax office, and how it is taxed',
    description:
      'From its next charge on, invoices of the seller are tax documents with numbers of their own. Give all details: what is left out has its default again.',
  })
    .input(sellerDetails)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => setSeller(tx, ctx.scope, input))),

  gstr1: endpoint({
    access: 'payment.read',
    rest: ['/tax/gstr1'],
    example: { month: '2026-11' },
    extension: true,
    summary: 'The outward supplies of a month (GSTR-1)',
    description: 'Answers with the JSON file that the offline tool of the GST portal takes.',
  })
    .input(sellerMonth)
    .output(document(JSON_FILE))
    .query(async ({ ctx, input }) => ({ ...(await gstr1Of(ctx.db.pool, ctx.scope, input)), media_type: JSON_FILE })),
});
