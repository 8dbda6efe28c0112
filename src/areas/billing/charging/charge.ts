import type { Decimal } from 'decimal.js';
import { Fault } from '../../../core/fault.ts';
import { MAX_BALANCE } from '../../../core/money.ts';
import {
  COMMISSION,
  FRANCHISEE_CLEARING,
  revenueAccount,
  serviceAccount,
  taxAccount,
  walletAccount,
} from '../ledger/accounts.ts';
import { credit, debit, type Line } from '../ledger/entry.ts';
import type { Draft, DraftEntry } from '../model/draft.ts';
import type { OpenCharge, Period } from '../model/subscription.ts';
import { rounded, total, ZERO } from '../pricing/amounts.ts';
import { type PricedLine, sumOfLines } from '../pricing/price.ts';

interface Charge {
  /** Snake case. Once per period where there is one, else once per `dedupeKey`. */
  readonly kind: string;
  readonly period: Period | null;
  readonly lines: readonly PricedLine[];
  readonly dedupeKey?: string;
  /** What the franchisee gets of it; null: its wallet has no part in it. By what is agreed today where absent. */
  readonly commission?: Decimal | null;
}

/**
 * Charges a service, or credits it where the lines are below nothing: the receivable, the revenue and the taxes, and for a
 * franchisee the amount out of its wallet with its commission back. Nothing for nothing.
 * @returns the commission, null where no wallet was moved
 */
export function charge(draft: Draft, { kind, period, lines, dedupeKey, ...agreed }: Charge): Decimal | null {
  const charged = lines.filter((line) => !line.total.isZero() || !line.net.isZero());
  if (charged.length === 0) return null;
  const { subscription } = draft;
  const sum = sumOfLines(charged, 'total');
  const { commission = commissionOn(draft, charged) } = agreed;
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
  };
  draft.entries.push(entry);
  for (const line of charged) {
    const open: OpenCharge = { ...line };
    subscription.charges.push(open);
    draft.charges.push({ entry, kind, line, open });
  }
  subscription.osAmt = subscription.osAmt.plus(sum);
  takeFromWallet(draft, entry, { sum, commission });
  return commission;
}

function revenueOf({ revenue, net, taxes }: PricedLine): Line[] {
  return [credit(revenueAccount(revenue), net), ...taxes.map(({ name, amt }) => credit(taxAccount(name), amt))];
}

/** One amount, rounded once; null where the seller is no franchisee. */
function commissionOn({ seller }: Draft, lines: readonly PricedLine[]): Decimal | null {
  return seller?.franchisee ? rounded(sumOfLines(lines, 'net').times(seller.commissionPercent).div(100)) : null;
}

/** What a franchisee bears, and what it gets of it. */
interface Borne {
  readonly sum: Decimal;
  readonly commission: Decimal | null;
}

/** The franchisee pays the ISP for its customer, and gets its commission. */
function walletLines({ seller }: Draft, { sum, commission }: Borne): Line[] {
  if (!seller || !commission) return [];
  const wallet = walletAccount(seller.resellerId);
  return [
    debit(wallet, sum),
    credit(FRANCHISEE_CLEARING, sum),
    debit(COMMISSION, commission),
    credit(wallet, commission),
  ];
}

function takeFromWallet(draft: Draft, entry: DraftEntry, { sum, commission }: Borne): void {
  if (!commission) return;
  moveWallet(draft, entry, { code: 'Invoice', amt: sum.negated(), note: entry.memo });
  moveWallet(draft, entry, { code: 'Adj', amt: commission, note: 'Commission' });
}

/** Notes what an entry did to the wallet of the seller. */
export function moveWallet(
  { seller, book, walletTxns }: Draft,
  entry: DraftEntry,
  { code, amt, note }: { code: 'Invoice' | 'Payment' | 'Adj'; amt: Decimal; note: string | null },
): void {
  if (!seller || amt.isZero()) return;
  const balance = (book.wallets.get(seller.resellerId) ?? ZERO).plus(amt);
  book.wallets.set(seller.resellerId, balance);
  walletTxns.push({ entry, code, amt, balance, note });
}

/** Why so much may not be charged; null where it may. `limited`: the credit limit of the service counts. */
export function refusalOfCharge(
  draft: Draft,
  lines: readonly PricedLine[],
  { limited = true }: { limited?: boolean } = {},
): string | null {
  const { subscription, seller, book } = draft;
  const sum = sumOfLines(lines, 'total');
  const limit = limited ? subscription.creditLimit : null;
  if (limit && sum.greaterThan(0) && subscription.osAmt.plus(sum).greaterThan(limit))
    return `the outstanding amount would rise to ${subscription.osAmt.plus(sum).toFixed(2)}, above the credit limit of ${limit.toFixed(2)}`;
  const balance = refusalOfBalance(subscription.osAmt, subscription.osAmt.plus(sum));
  if (balance !== null || !seller?.franchisee || !sum.greaterThan(0)) return balance;
  const wallet = (book.wallets.get(seller.resellerId) ?? ZERO).minus(sum).plus(commissionOn(draft, lines) ?? ZERO);
  return wallet.lessThan(seller.creditLimit.negated())
    ? `the wallet of reseller ${seller.resellerId} would fall to ${wallet.toFixed(2)}, below its limit of ${seller.creditLimit.negated().toFixed(2)}`
    : null;
}

/** Why an outstanding amount may not move so far from 0; null where it may. */
export function refusalOfBalance(before: Decimal, osAmt: Decimal): string | null {
  if (osAmt.abs().lessThanOrEqualTo(MAX_BALANCE) || osAmt.abs().lessThanOrEqualTo(before.abs())) return null;
  const [moves, most] = osAmt.isNegative() ? ['fall', MAX_BALANCE.negated()] : ['rise', MAX_BALANCE];
  return `the outstanding amount would ${moves} to ${osAmt.toFixed(2)}, ${osAmt.isNegative() ? 'below' : 'above'} the most of ${most.toFixed(2)}`;
}

/** Why the wallet of the seller does not bear what was done; null where it does, or got nothing but money. */
export function refusalOfWallet({ seller, book, walletTxns }: Draft): string | null {
  if (!seller?.franchisee || !total(walletTxns.map(({ amt }) => amt)).isNegative()) return null;
  const wallet = book.wallets.get(seller.resellerId) ?? ZERO;
  const floor = seller.creditLimit.negated();
  return wallet.lessThan(floor)
    ? `the wallet of reseller ${seller.resellerId} would fall to ${wallet.toFixed(2)}, below its limit of ${floor.toFixed(2)}`
    : null;
}

/** @throws Fault of kind `conflict` where a reason is given */
export function refuse(reason: string | null): void {
  if (reason !== null) throw new Fault('conflict', reason);
}
