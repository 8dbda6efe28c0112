import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameter, Fault } from '../../core/fault.ts';
import { column, defineList, exact, fromUpto, ownerColumns, PAGED } from '../../core/list/index.ts';
import { claim } from '../../core/living.ts';
import * as wire from '../../core/wire/index.ts';
import { dayOf } from '../../core/zone.ts';
import type { Tx } from '../../db/database.ts';
import { post } from '../billing/ledger.ts';
import { zoneOfIsp } from '../isps/zone.ts';
import { findReseller } from './update.ts';

const TXN_CODES = ['Invoice', 'Payment', 'Topup', 'Settlement', 'Adj'] as const;
const signed = () => wire.money({ min: -wire.MAX_MONEY });

/** Contract 2.7 and 4.9. */
export const walletTransactions = defineList({
  from: 'crm.wallet_txn t',
  key: 't.id',
  scope: { isp: 't.isp_id', reseller: 't.reseller_id' },
  columns: {
    id: column(wire.amount(), 't.id'),
    ...ownerColumns('t'),
    txn_code: column(wire.oneOf(TXN_CODES), 't.txn_code'),
    serviceid: column(wire.id().nullable(), 't.service_id'),
    amt: column(signed(), 't.amt'),
    balance: column(signed(), 't.balance'),
    note: column(wire.shown().nullable(), 't.note'),
    created_at: column(wire.timestamp(), 't.created_at'),
    created_by: column(wire.shown(), 't.created_by'),
  },
  filters: {
    id: exact(wire.id(), 't.id'),
    ispid: exact(wire.id(), 't.isp_id'),
    resellerid: exact(wire.id(), 't.reseller_id'),
    txn_code: exact(wire.oneOf(TXN_CODES), 't.txn_code'),
    serviceid: exact(wire.id(), 't.service_id'),
    ...fromUpto('created', 't.created_at'),
  },
  paging: PAGED,
});

/** Contract 4.9. */
export const walletUpdate = z.strictObject({
  resellerid: wire.id(),
  ispid: wire.id().optional(),
  action: wire.oneOf(['TopUp', 'Settlement', 'Adj']),
  amt: signed(),
});

/** What each action does with the wallet, and where the money comes from or goes to. */
const ACTIONS = {
  TopUp: { txnCode: 'Topup', sign: 1, against: 'bank' },
  Settlement: { txnCode: 'Settlement', sign: -1, against: 'bank' },
  Adj: { txnCode: 'Adj', sign: 1, against: 'wallet_adjustment' },
} as const;

/** Moves money into or out of a wallet: TopUp +, Settlement −, Adj by its sign. It never falls below −`credit_limit`. */
export async function updateWallet(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof walletUpdate>,
): Promise<'done'> {
  const { txnCode, sign, against } = ACTIONS[input.action];
  const given = new Decimal(input.amt);
  if (given.isZero() || (input.action !== 'Adj' && given.isNegative())) {
    throw badParameter('amt', input.action === 'Adj' ? 'must not be 0' : `must be above 0 for ${input.action}`);
  }
  const reseller = await findReseller(tx, scope, input);
  await claim(tx, 'reseller', reseller.id);
  const amt = given.times(sign);
  const entryId = await post(tx, {
    ispId: reseller.ispId,
    resellerId: reseller.id,
    kind: `wallet_${txnCode.toLowerCase()}`,
    postedOn: dayOf(kernel.clock.now(), await zoneOfIsp(tx, reseller.ispId)),
    by: scope.by,
    lines: [
      { account: { kind: 'nominal', name: against }, amt: amt.toFixed(2) },
      { account: { kind: 'wallet', resellerId: reseller.id }, amt: amt.negated().toFixed(2) },
    ],
  });
  // Read behind the entry, which locked the row: two calls at once cannot both pass the limit.
  const { wallet, creditLimit } = await tx.reseller.findUniqueOrThrow({
    where: { id: reseller.id },
    select: { wallet: true, creditLimit: true },
  });
  const floor = (creditLimit ?? new Decimal(0)).negated();
  if (amt.isNegative() && wallet.lessThan(floor.toString())) {
    throw new Fault(
      'conflict',
      `the wallet would fall to ${wallet.toFixed(2)}, below its limit of ${floor.toFixed(2)}`,
    );
  }
  await tx.walletTxn.create({
    data: {
      ispId: reseller.ispId,
      resellerId: reseller.id,
      txnCode,
      amt: amt.toFixed(2),
      balance: wallet,
      entryId,
      createdBy: scope.by,
    },
  });
  return 'done';
}
