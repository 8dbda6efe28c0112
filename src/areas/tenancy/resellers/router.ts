import { runList } from '../../../core/list/index.ts';
import { done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { walletTransactions } from '../../money/wallet/list.ts';
import { updateWallet, walletOutcome, walletUpdate } from '../../money/wallet/update.ts';
import { createReseller, newReseller } from './create.ts';
import { deleteReseller } from './delete.ts';
import { namedReseller } from './find.ts';
import { resellers } from './list.ts';
import { resellerChange, updateReseller } from './update.ts';

/** Contract 4.9. */
export const resellerRouter = router({
  list: endpoint({ access: 'reseller.read', rest: ['/reseller/list'], summary: 'Resellers and franchisees' })
    .input(resellers.input)
    .output(resellers.output)
    .query(({ ctx, input }) => runList(ctx.db, resellers, { ...ctx, input })),

  create: endpoint({
    access: 'reseller.write',
    rest: ['/reseller/create'],
    example: { name: 'City Links', code: 'CITY' },
    summary: 'Add a reseller or franchisee',
  })
    .input(newReseller)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createReseller(tx, ctx.scope, input))),

  update: endpoint({
    access: 'reseller.write',
    rest: ['/reseller/update'],
    example: { name: 'City Links' },
    updates: updatedRecord('reseller', 'resellerid'),
    summary: 'Change a reseller',
  })
    .input(resellerChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateReseller(tx, ctx.scope, input))),

  delete: endpoint({ access: 'reseller.write', rest: ['/reseller/delete'], summary: 'Delete a reseller' })
    .input(namedReseller)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteReseller(tx, ctx, input))),

  wallet_txn: endpoint({
    access: 'wallet.read',
    rest: ['/reseller/wallet_txn', '/reseller/credits_usage'],
    summary: 'Transactions of wallets',
  })
    .input(walletTransactions.input)
    .output(walletTransactions.output)
    .query(({ ctx, input }) => runList(ctx.db, walletTransactions, { ...ctx, input })),

  wallet_update: endpoint({
    access: 'wallet.write',
    rest: ['/reseller/wallet_update'],
    example: { amt: '500.00' },
    repeatable: true,
    summary: 'Top up, settle or adjust a wallet',
  })
    .input(walletUpdate)
    .output(walletOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateWallet(tx, ctx, input))),
});
