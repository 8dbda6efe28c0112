import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import { MAX_BALANCE } from '../../../core/money.ts';
import { done } from '../../../core/results.ts';
import { lockForDelete } from '../../../core/row-locks.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { BANK, WALLET_ADJUSTMENT, walletAccount } from '../../billing/ledger/accounts.ts';
import { credit, debit } from '../../billing/ledger/entry.ts';
import { post } from '../../billing/store/ledger/post.ts';
import { zoneOfIsp } from '../../isps/zone.ts';
import { findReseller } from '../find.ts';
import { refusalOfDebit } from './limit.ts';
import { signed, TXN_CODES } from './vocabulary.ts';

/** Contract 4.9. */
export const walletUpdate = z.strictObject({
  resellerid: wire.id(),
  ispid: wire.id().optional(),
  action: wire.oneOf(['TopUp', 'Settlement', 'Adj']),
  amt: signed(),
  preview: wire.flagYN().default(false),
});

/** `done`, or the transaction that a preview shows: as it would be listed. */
export const walletOutcome = z.union([
  done,
  z.object({
    txn_code: wire.oneOf(TXN_CODES),
    amt: wire.asStored(signed()),
    balance: wire.asStored(signed()),
  }),
]);

/** How each action moves the wallet, and the contra account of its ledger entry. */
const ACTIONS = {
  TopUp: { txnCode: 'Topup', sign: 1, against: BANK },
  Settlement: { txnCode: 'Settlement', sign: -1, against: BANK },
  Adj: { txnCode: 'Adj', sign: 1, against: WALLET_ADJUSTMENT },
} as const;

/** Moves money into or out of a wallet: TopUp +, Settlement −, Adj by its sign. */
export async function updateWallet(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof walletUpdate>,
): Promise<z.output<typeof walletOutcome>> {
  const { txnCode, sign, against } = ACTIONS[input.action];
  const given = new Decimal(input.amt);
  if (given.isZero() || (input.action !== 'Adj' && given.isNegative())) {
    throw badParameter('amt', input.action === 'Adj' ? 'must not be 0' : `must be above 0 for ${input.action}`);
  }
  const { id, ispId } = await findReseller(tx, scope, input);
  // Locked before it is read, so that two calls at once cannot both pass the limit.
  await lockForDelete(tx, 'reseller', id);
  const change = given.times(sign);
  const balance = await balanceAfter(tx, id, change);
  const [amt, shown] = [change.toFixed(2), balance.toFixed(2)];
  if (input.preview) return { txn_code: txnCode, amt, balance: shown };
  const entryId = await post(tx, {
    ispId,
    resellerId: id,
    kind: `wallet_${txnCode.toLowerCase()}`,
    postedOn: dayOf(kernel.clock.now(), await zoneOfIsp(tx, ispId)),
    by: scope.by,
    lines: [debit(against, change), credit(walletAccount(id), change)],
  });
  await tx.walletTxn.create({
    data: { ispId, resellerId: id, txnCode, amt, balance: shown, entryId, createdBy: scope.by },
  });
  return 'done';
}

/** @throws Fault of kind `conflict` if a debit would take the wallet below −`credit_limit` */
async function balanceAfter(tx: Tx, id: number, change: Decimal): Promise<Decimal> {
  const { wallet, creditLimit } = await tx.reseller.findUniqueOrThrow({
    where: { id },
    select: { wallet: true, creditLimit: true },
  });
  const balance = new Decimal(wallet.toFixed(2)).plus(change);
  const limit = new Decimal((creditLimit ?? 0).toString());
  const refusal = change.isNegative() ? refusalOfDebit('the wallet', balance, limit) : null;
  if (refusal !== null) throw new Fault('conflict', refusal);
  if (change.greaterThan(0) && balance.greaterThan(MAX_BALANCE))
    throw new Fault(
      'conflict',
      `amt: the wallet would rise to ${balance.toFixed(2)}, above the limit of ${MAX_BALANCE}`,
    );
  return balance;
}
