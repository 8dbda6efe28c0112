import { Fault } from '../../../../../core/fault.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import { BAD_DEBT, FRANCHISEE_CLEARING, serviceAccount } from '../../ledger/accounts.ts';
import { credit, debit } from '../../ledger/entry.ts';
import type { Draft, DraftEntry } from '../../model/draft.ts';
import { ZERO } from '../../pricing/amounts.ts';
import type { Posted } from './adjust.ts';
import { settle } from './payment.ts';

/** On the statement of the service. */
const MEMO = 'Written off';

/**
 * Gives up what a service owes, to the last paisa and no more. It is a loss of the ISP; a franchisee has paid the ISP for its
 * customer, so there it is the franchisee's. Open charges are invoiced first: whatever was charged is on an invoice. The status
 * stays, since nobody has paid: what was lost for non-payment comes back by the action `restore`.
 * @throws Fault of kind `conflict` if nothing is owed
 */
export function writeOff(draft: Draft): Posted {
  const { subscription, seller } = draft;
  const { id, osAmt: amt } = subscription;
  if (!amt.greaterThan(0)) throw new Fault('conflict', `service ${id} owes nothing`);
  issueInvoice(draft);
  const entry: DraftEntry = {
    kind: 'write_off',
    period: null,
    dedupeKey: null,
    memo: MEMO,
    lines: [debit(seller?.franchisee ? FRANCHISEE_CLEARING : BAD_DEBT, amt), credit(serviceAccount(id), amt)],
  };
  settle(draft, entry, amt);
  return { entry, amt, tax: ZERO };
}
