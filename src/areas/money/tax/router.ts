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
    summary: 'Tax details of a seller',
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
    summary: 'Set the tax details of a seller',
    description:
      'From its next charge, invoices of the seller are tax documents with their own numbers. Send all details; a detail that you leave out returns to its default.',
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
    description: 'Answers with the JSON file for the offline tool of the GST portal.',
  })
    .input(sellerMonth)
    .output(document(JSON_FILE))
    .query(async ({ ctx, input }) => ({ ...(await gstr1Of(ctx.db.pool, ctx.scope, input)), media_type: JSON_FILE })),
});
