/** An account of the ledger. It is opened when it is first used. */
export type Account =
  | { readonly kind: 'service'; readonly serviceId: number }
  | { readonly kind: 'wallet'; readonly resellerId: number }
  | { readonly kind: 'cash'; readonly userId: number }
  | { readonly kind: 'credits'; readonly unit: 'credit' }
  | NominalAccount;

/** Has no row of its own outside the ledger. */
export interface NominalAccount {
  readonly kind: 'nominal';
  readonly name: string;
  readonly unit?: 'credit';
}

/** The receivable of a service: above 0 it owes, below it has paid in advance. */
export const serviceAccount = (serviceId: number): Account => ({ kind: 'service', serviceId });
/** What a reseller has with its ISP. */
export const walletAccount = (resellerId: number): Account => ({ kind: 'wallet', resellerId });
/** Cash in the hands of a login user. */
export const cashAccount = (userId: number): Account => ({ kind: 'cash', userId });
/** The credits of an ISP, in service-months. */
export const CREDITS: Account = { kind: 'credits', unit: 'credit' };

const nominal = (name: string): NominalAccount => ({ kind: 'nominal', name });
const nominalCredits = (name: string): NominalAccount => ({ ...nominal(name), unit: 'credit' });

/*
 * The chart of the nominal accounts. The names are stored, and SQL refers to them: `store/read-history.ts`,
 * `store/read-credited.ts`, `store/deposit.ts`, `verify/ledger-checks.ts`.
 */

/** Money that the ISP received otherwise than in cash. */
export const BANK = nominal('bank');
/** Deposits that the ISP holds and owes its subscribers: neither revenue nor advance, and no part of what a service owes. */
export const DEPOSIT = nominal('deposit');
/** What franchisees paid the ISP for their customers, and the customers owe the franchisees. */
export const FRANCHISEE_CLEARING = nominal('franchisee_clearing');
/** A franchisee's own money in the hands of its login users. */
export const FRANCHISEE_CASH = nominal('franchisee_cash');
/** What franchisees earn on their customers' charges. */
export const COMMISSION = nominal('commission');
/** Advances of subscribers that another system received before this one took over. */
export const OPENING_BALANCE = nominal('opening_balance');
/** What the ISP does not expect to be paid any more. */
export const BAD_DEBT = nominal('bad_debt');
/** What is on its way from one service of a customer to another. */
export const TRANSFER = nominal('transfer');
/** The other side of corrections to a wallet. */
export const WALLET_ADJUSTMENT = nominal('wallet_adjustment');
/** Revenue, by the item of the price list. */
export const revenueAccount = (item: string): Account => nominal(`revenue: ${item}`);
/** Tax that the ISP owes, by the name of the tax. */
export const taxAccount = (tax: string): Account => nominal(`tax: ${tax}`);
/** Credits that an ISP was granted. */
export const CREDITS_GRANTED = nominalCredits('credits_granted');
/** Credits that periods used. */
export const CREDITS_USED = nominalCredits('credits_used');

/** Identifies an account in the whole installation: `crm.ledger_account.key`. */
export function accountKey(ispId: number, account: Account): string {
  switch (account.kind) {
    case 'service':
      return `service:${account.serviceId}`;
    case 'wallet':
      return `wallet:${account.resellerId}`;
    case 'cash':
      return `cash:${account.userId}`;
    case 'credits':
      return `credits:${ispId}`;
    case 'nominal':
      return `nominal:${ispId}:${account.name}`;
  }
}
