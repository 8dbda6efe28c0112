import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault, notFound, parameterFault } from '../../../core/fault.ts';
import { amountText, MAX_BALANCE } from '../../../core/money.ts';
import { done } from '../../../core/records/results.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { zoneOfIsp } from '../../../core/tenancy/isp-zone.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { BANK, WALLET_ADJUSTMENT, walletAccount } from '../billing/ledger/accounts.ts';
import { credit, debit } from '../billing/ledger/entry.ts';
import { post } from '../billing/store/ledger/post.ts';
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
  const { resellerid: id } = input;
  // As it is under the lock, so that two calls at once cannot both pass the limit.
  const wallet = await readForUpdate<Wallet>(tx, scope, { what: 'reseller', id }, WALLET);
  const { ispId } = wallet;
  if (input.ispid !== undefined && input.ispid !== ispId) throw notFound('reseller', id);
  const change = given.times(sign);
  const balance = balanceAfter(wallet, change);
  const [amt, shown] = [amountText(change), amountText(balance)];
  if (input.preview) return { txn_code: txnCode, amt, balance: shown };
  const entryId = await post(tx, {
    ispId,
    resellerId: id,
    kind: `wallet_${txnCode.toLowerCase()}`,
    postedOn: dayOf(kernel.clock.now(), await zoneOfIsp(tx, ispId)),
    by: scope.by,
    lines: [debit(against, change), credit(walletAccount(id), change)],
  });
  const txn = { ispId, resellerId: id, txnCode, amt, balance: shown, entryId, createdBy: scope.by };
  insert(tx, 'crm.wallet_txn', [txn]);
  return 'done';
}

interface Wallet {
  readonly ispId: number;
  readonly wallet: string;
  readonly creditLimit: string | null;
}

const WALLET = sql`x.isp_id AS "ispId", x.wallet, x.credit_limit AS "creditLimit"`;

/** @throws Fault of kind `conflict` if a debit would take the wallet below −`credit_limit` */
function balanceAfter({ wallet, creditLimit }: Wallet, change: Decimal): Decimal {
  const balance = new Decimal(wallet).plus(change);
  if (change.isNegative()) {
    const refusal = refusalOfDebit('the wallet', balance, new Decimal(creditLimit ?? 0));
    if (refusal !== null) throw new Fault('conflict', refusal);
  } else if (balance.greaterThan(MAX_BALANCE))
    throw parameterFault(
      'conflict',
      'amt',
      `the wallet would rise to ${amountText(balance)}, above the limit of ${MAX_BALANCE}`,
    );
  return balance;
}
