import type { Decimal } from 'decimal.js';
import { Fault } from '../../../../core/fault.ts';
import { amountText, MAX_BALANCE } from '../../../../core/money.ts';
import { refusalOfDebit } from '../../wallet/limit.ts';
import {
  COMMISSION,
  FRANCHISEE_CLEARING,
  revenueAccount,
  serviceAccount,
  taxAccount,
  walletAccount,
} from '../ledger/accounts.ts';
import { credit, debit, type Line } from '../ledger/entry.ts';
import type { Days, Draft, DraftEntry } from '../model/draft.ts';
import { receivedAfter } from '../model/later-receipts.ts';
import type { OpenCharge, Period, Seller } from '../model/subscription.ts';
import { rounded, total, ZERO } from '../pricing/amounts.ts';
import { type PricedLine, sumOfLines } from '../pricing/price.ts';

/** Lines that are charged together: for a period, or for none. */
export interface Charges {
  readonly period: Period | null;
  readonly lines: readonly PricedLine[];
}

interface Charge extends Charges {
  /** Snake case. Unique per period if there is one, else per `dedupeKey`. */
  readonly kind: string;
  readonly dedupeKey?: string;
  /** The franchisee's; null if its wallet is not charged. Computed if absent. */
  readonly commission?: Decimal | null;
  /** The days that the price of a plan is for. */
  readonly covers?: Days | null;
  /** The entry that it reverses. */
  readonly reversesId?: bigint;
}

/**
 * Charges a service, or credits it if the lines are below 0: posts the receivable, the revenue and the taxes. A franchisee's
 * wallet is debited with the sum and credited with the commission. Lines of 0 post nothing.
 * @returns the commission; null if no wallet was charged
 */
export function charge(
  draft: Draft,
  { kind, period, lines, dedupeKey, covers = null, reversesId, ...agreed }: Charge,
): Decimal | null {
  const charged = lines.filter((line) => !line.total.isZero() || !line.net.isZero());
  if (charged.length === 0) return null;
  const { subscription } = draft;
  const sum = sumOfLines(charged, 'total');
  const { commission = commissionOn(draft, { period, lines: charged }) } = agreed;
  const entry: DraftEntry = {
    kind,
    period,
    dedupeKey: dedupeKey ?? null,
    memo: charged.map((line) => line.description).join(', '),
    lines: [
      debit(serviceAccount(subscription.id), sum),
      ...charged.flatMap(revenueOf),
      ...walletLines(draft, { sum, commission }),
    ],
    reversesId,
  };
  draft.entries.push(entry);
  for (const line of charged) {
    const open: OpenCharge = { ...line, kind };
    subscription.charges.push(open);
    draft.charges.push({ entry, kind, line, open, covers });
  }
  subscription.osAmt = subscription.osAmt.plus(sum);
  takeFromWallet(draft, entry, { sum, commission });
  return commission;
}

function revenueOf({ revenue, net, taxes }: PricedLine): Line[] {
  return [credit(revenueAccount(revenue), net), ...taxes.map(({ name, amt }) => credit(taxAccount(name), amt))];
}

/** By the percentage that the period was sold with. Rounded once for all lines; null if the seller is not a franchisee. */
function commissionOn({ seller }: Draft, { period, lines }: Charges): Decimal | null {
  if (!seller?.franchisee) return null;
  const agreed = period?.sold.commission;
  const percent = agreed?.resellerId === seller.resellerId ? agreed.percent : seller.commissionPercent;
  return rounded(sumOfLines(lines, 'net').times(percent).div(100));
}

/** What is charged to a franchisee's wallet, and the commission on it. */
interface WalletCharge {
  readonly sum: Decimal;
  readonly commission: Decimal | null;
}

/** The franchisee pays the ISP for its customer and earns its commission. */
function walletLines({ seller }: Draft, { sum, commission }: WalletCharge): Line[] {
  if (!seller || !commission) return [];
  const wallet = walletAccount(seller.resellerId);
  return [
    debit(wallet, sum),
    credit(FRANCHISEE_CLEARING, sum),
    debit(COMMISSION, commission),
    credit(wallet, commission),
  ];
}

function takeFromWallet(draft: Draft, entry: DraftEntry, { sum, commission }: WalletCharge): void {
  if (!commission) return;
  moveWallet(draft, entry, { code: 'Invoice', amt: sum.negated(), note: entry.memo });
  moveWallet(draft, entry, { code: 'Adj', amt: commission, note: 'Commission' });
}

/** Records what an entry did to the seller's wallet. */
export function moveWallet(
  { seller, balances, walletTxns }: Draft,
  entry: DraftEntry,
  { code, amt, note }: { code: 'Invoice' | 'Payment' | 'Adj'; amt: Decimal; note: string | null },
): void {
  if (!seller || amt.isZero()) return;
  const balance = (balances.wallets.get(seller.resellerId) ?? ZERO).plus(amt);
  balances.wallets.set(seller.resellerId, balance);
  walletTxns.push({ entry, code, amt, balance, note });
}

/** Why these charges may not be posted; null if they may. `limited`: the credit limit of the service applies. */
export function refusalOfCharge(
  draft: Draft,
  charges: readonly Charges[],
  { limited = true }: { limited?: boolean } = {},
): string | null {
  const { subscription, seller } = draft;
  const sum = total(charges.map(({ lines }) => sumOfLines(lines, 'total')));
  const limit = limited ? subscription.creditLimit : null;
  if (limit && sum.greaterThan(0) && subscription.osAmt.plus(sum).greaterThan(limit))
    return `the outstanding amount would rise to ${amountText(subscription.osAmt.plus(sum))}, above the credit limit of ${amountText(limit)}`;
  const balance = refusalOfBalance(subscription.osAmt, subscription.osAmt.plus(sum));
  if (balance !== null || !seller?.franchisee || !sum.greaterThan(0)) return balance;
  const commission = total(charges.map((each) => commissionOn(draft, each) ?? ZERO));
  const wallet = spendable(draft, seller).minus(sum).plus(commission);
  return refusalOfDebit(walletOf(seller), wallet, seller.creditLimit);
}

/** What a seller's wallet holds on the day of the draft; a missed day cannot spend what came after it. */
const spendable = ({ balances, movements, context }: Draft, { resellerId }: Seller): Decimal =>
  (balances.wallets.get(resellerId) ?? ZERO).minus(receivedAfter(context.today, movements.wallets.get(resellerId)));

/** Why an outstanding amount may not move so far from 0; null if it may. */
export function refusalOfBalance(before: Decimal, osAmt: Decimal): string | null {
  if (osAmt.abs().lessThanOrEqualTo(MAX_BALANCE) || osAmt.abs().lessThanOrEqualTo(before.abs())) return null;
  const [moves, max] = osAmt.isNegative() ? ['fall', MAX_BALANCE.negated()] : ['rise', MAX_BALANCE];
  return `the outstanding amount would ${moves} to ${amountText(osAmt)}, ${osAmt.isNegative() ? 'below' : 'above'} the limit of ${amountText(max)}`;
}

/** Why the seller's wallet may not be charged what the draft charges it; null if it may, or if nothing was taken out of it. */
export function refusalOfWallet({ seller, balances, walletTxns }: Draft): string | null {
  if (!seller?.franchisee || !total(walletTxns.map(({ amt }) => amt)).isNegative()) return null;
  const wallet = balances.wallets.get(seller.resellerId) ?? ZERO;
  return refusalOfDebit(walletOf(seller), wallet, seller.creditLimit);
}

const walletOf = ({ resellerId }: { readonly resellerId: number }) => `the wallet of reseller ${resellerId}`;

/** @throws Fault of kind `conflict` if there is a reason */
export function refuse(reason: string | null): void {
  if (reason !== null) throw new Fault('conflict', reason);
}
