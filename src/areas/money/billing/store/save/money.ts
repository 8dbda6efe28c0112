import { Decimal } from 'decimal.js';
import { amountText } from '../../../../../core/money.ts';
import { send, sql } from '../../../../../db/sql.ts';
import { insert, json } from '../../../../../db/write.ts';
import { CREDITS, CREDITS_USED } from '../../ledger/accounts.ts';
import { credit, debit, type Entry } from '../../ledger/entry.ts';
import { bookingDayOf } from '../../model/booking-day.ts';
import type { Draft } from '../../model/draft.ts';
import { sendEntries } from '../ledger/post.ts';
import { idOf } from './saved-id.ts';
import type { Saving } from './saving.ts';
import type { ServiceChanges } from './services.ts';

/** Posts the entries of the drafts, and with them the changes of the services whose balances they move. */
export function saveEntries({ tx, drafts, ids: reserved }: Saving, { posted }: ServiceChanges): void {
  const pending = drafts.flatMap((draft) => draft.entries.map((entry) => ({ draft, entry })));
  const ids = sendEntries(
    tx,
    pending.map(
      ({ draft, entry }): Entry => ({
        ...ownerOf(draft),
        periodId: entry.period?.id ?? null,
        kind: entry.kind,
        memo: entry.memo,
        dedupeKey: entry.dedupeKey,
        reversesId: entry.reversesId,
        lines: entry.lines,
      }),
    ),
    reserved,
    posted,
  );
  for (const [at, { entry }] of pending.entries()) entry.id = ids[at] ?? 0n;
}

const ownerOf = ({ subscription, context, isp }: Draft) => ({
  ispId: subscription.ispId,
  resellerId: subscription.resellerId,
  serviceId: subscription.id,
  postedOn: bookingDayOf({ context, isp }),
  by: context.by,
});

export function saveCharges({ tx, drafts, ids }: Saving): void {
  const created = drafts.flatMap((draft) => draft.charges.map((charge) => ({ draft, ...charge })));
  const rows = created.map(({ draft, entry, kind, line, open, covers }) => {
    open.id = BigInt(ids.next('crm.charge'));
    return {
      id: open.id,
      ispId: draft.subscription.ispId,
      resellerId: draft.subscription.resellerId,
      serviceId: draft.subscription.id,
      periodId: entry.period?.id ?? null,
      entryId: idOf(entry),
      kind,
      description: line.description,
      chargedOn: bookingDayOf(draft),
      amt: amountText(line.amt),
      discount: amountText(line.discount),
      net: amountText(line.net),
      tax: amountText(line.tax),
      total: amountText(line.total),
      taxes: json(line.taxes.map((tax) => ({ ...tax, amt: amountText(tax.amt) }))),
      supply: line.supply ? json(line.supply) : null,
      coversFrom: covers?.from ?? null,
      coversUpto: covers?.upto ?? null,
    };
  });
  insert(tx, 'crm.charge', rows);
}

export function saveWallets({ tx, drafts }: Saving): void {
  const created = drafts.flatMap((draft) => draft.walletTxns.map((txn) => ({ draft, ...txn })));
  const rows = created.map(({ draft, entry, code, amt, balance, note }) => {
    const { ispId, resellerId, id: serviceId } = draft.subscription;
    if (resellerId === null) throw new Error(`service ${serviceId} has no reseller with a wallet`);
    return {
      ...{ ispId, resellerId, serviceId, note },
      txnCode: code,
      amt: amountText(amt),
      balance: amountText(balance),
      entryId: idOf(entry),
      createdBy: draft.context.by,
    };
  });
  insert(tx, 'crm.wallet_txn', rows);
}

/**
 * Saves the credits used and returned, with the balance after each: the entries have moved that of the ISP, and with it locked
 * its row.
 */
export function saveCredits({ tx, drafts, ids }: Saving): void {
  const used = drafts.flatMap((draft) =>
    draft.credits.map(({ period, months }) => ({ draft, period, months, credits: new Decimal(-months) })),
  );
  if (used.length === 0) return;
  const entryIds = sendEntries(
    tx,
    used.map(
      ({ draft, period, credits }): Entry => ({
        ...ownerOf(draft),
        periodId: period.id ?? null,
        kind: credits.isNegative() ? 'credit_use' : 'credit_return',
        lines: [debit(CREDITS, credits), credit(CREDITS_USED, credits)],
      }),
    ),
    ids,
  );
  let following = used.reduce((sum, { months }) => sum + months, 0);
  const rows = used.map(({ draft, period, months, credits }, at) => {
    following -= months;
    return {
      isp_id: draft.subscription.ispId,
      reseller_id: draft.subscription.resellerId,
      action: credits.isNegative() ? 'Use' : 'Return',
      service_id: draft.subscription.id,
      period_id: period.id,
      credits: -months,
      following,
      entry_id: String(entryIds[at]),
      created_by: draft.context.by,
    };
  });
  send(
    tx,
    sql`INSERT INTO crm.credit_usage (isp_id, reseller_id, action, service_id, period_id, credits, balance, entry_id, created_by)
        SELECT isp_id, reseller_id, action, service_id, period_id, credits,
          (SELECT i.usage_credits FROM crm.isp i WHERE i.id = d.isp_id) + following, entry_id, created_by
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (isp_id int, reseller_id int, action text, service_id int,
          period_id int, credits numeric, following numeric, entry_id bigint, created_by text)`,
  );
}
