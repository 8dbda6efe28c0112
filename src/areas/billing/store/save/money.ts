import { Decimal } from 'decimal.js';
import type { Tx } from '../../../../db/database.ts';
import { insertRows, nextIds, query, sql } from '../../../../db/sql.ts';
import { CREDITS, CREDITS_USED } from '../../ledger/accounts.ts';
import { credit, debit, type Entry } from '../../ledger/entry.ts';
import type { Draft } from '../../model/draft.ts';
import { postAll } from '../ledger/post.ts';

export async function saveEntries(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const pending = drafts.flatMap((draft) => draft.entries.map((entry) => ({ draft, entry })));
  const ids = await postAll(
    tx,
    pending.map(
      ({ draft, entry }): Entry => ({
        ...ownerOf(draft),
        ...(entry.period ? { periodId: entry.period.id ?? null } : {}),
        kind: entry.kind,
        memo: entry.memo,
        dedupeKey: entry.dedupeKey,
        ...(entry.reversesId === undefined ? {} : { reversesId: entry.reversesId }),
        lines: entry.lines,
      }),
    ),
  );
  for (const [at, { entry }] of pending.entries()) entry.id = ids[at] ?? 0n;
}

const ownerOf = ({ subscription, context }: Draft) => ({
  ispId: subscription.ispId,
  resellerId: subscription.resellerId,
  serviceId: subscription.id,
  postedOn: context.today,
  by: context.by,
});

export async function saveCharges(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const created = drafts.flatMap((draft) => draft.charges.map((charge) => ({ draft, ...charge })));
  const ids = await nextIds(tx, 'crm.charge', created.length);
  const rows = created.map(({ draft, entry, kind, line, open }, at) => {
    open.id = BigInt(ids[at] ?? 0);
    return {
      id: open.id,
      isp_id: draft.subscription.ispId,
      reseller_id: draft.subscription.resellerId,
      service_id: draft.subscription.id,
      period_id: entry.period?.id ?? null,
      entry_id: entry.id,
      kind,
      description: line.description,
      charged_on: draft.context.today,
      amt: line.amt.toFixed(2),
      discount: line.discount.toFixed(2),
      net: line.net.toFixed(2),
      tax: line.tax.toFixed(2),
      total: line.total.toFixed(2),
      taxes: line.taxes.map((tax) => ({ ...tax, amt: tax.amt.toFixed(2) })),
    };
  });
  await insertRows(tx, 'crm.charge', rows);
}

export async function saveWallets(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const created = drafts.flatMap((draft) => draft.walletTxns.map((txn) => ({ draft, ...txn })));
  const ids = await nextIds(tx, 'crm.wallet_txn', created.length);
  const rows = created.map(({ draft, entry, code, amt, balance, note }, at) => ({
    id: ids[at],
    isp_id: draft.subscription.ispId,
    reseller_id: draft.subscription.resellerId,
    txn_code: code,
    service_id: draft.subscription.id,
    amt: amt.toFixed(2),
    balance: balance.toFixed(2),
    note,
    entry_id: entry.id,
    created_by: draft.context.by,
  }));
  await insertRows(tx, 'crm.wallet_txn', rows);
}

/** Saves the credits used and returned, with the balance after each. Posting has locked the ISP, so the balance is final. */
export async function saveCredits(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const used = drafts.flatMap((draft) => draft.credits.map((credit) => ({ draft, ...credit })));
  const [first] = used;
  if (!first) return;
  const entryIds = await postAll(
    tx,
    used.map(
      ({ draft, period, months }): Entry => ({
        ...ownerOf(draft),
        periodId: period.id ?? null,
        kind: months > 0 ? 'credit_use' : 'credit_return',
        lines: [credit(CREDITS, new Decimal(months)), debit(CREDITS_USED, new Decimal(months))],
      }),
    ),
  );
  const [isp] = await query<{ usage_credits: string }>(
    tx,
    sql`SELECT usage_credits FROM crm.isp WHERE id = ${first.draft.subscription.ispId}`,
  );
  let balance = used.reduce((sum, { months }) => sum.plus(months), new Decimal(isp?.usage_credits ?? 0));
  const ids = await nextIds(tx, 'crm.credit_usage', used.length);
  const rows = used.map(({ draft, period, months }, at) => {
    balance = balance.minus(months);
    return {
      id: ids[at],
      isp_id: draft.subscription.ispId,
      reseller_id: draft.subscription.resellerId,
      action: months > 0 ? 'Use' : 'Return',
      service_id: draft.subscription.id,
      period_id: period.id,
      credits: (-months).toFixed(2),
      balance: balance.toFixed(2),
      entry_id: entryIds[at],
      created_by: draft.context.by,
    };
  });
  await insertRows(tx, 'crm.credit_usage', rows);
}
