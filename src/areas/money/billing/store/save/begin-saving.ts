import type { Tx } from '../../../../../db/database.ts';
import { nextIds } from '../../../../../db/sql.ts';
import type { Draft } from '../../model/draft.ts';
import { ENTRIES } from '../ledger/post.ts';
import { readPrefixes } from './invoices.ts';
import { isNew } from './periods.ts';
import { readTaxSeries } from './tax-series.ts';
import { readEndings } from './volumes.ts';

/** Takes one round trip, except for the first invoice of a seller and under a scheme; none if there is nothing to read. */
export async function beginSaving(tx: Tx, drafts: readonly Draft[]) {
  const [ids, prefixes, endings] = await Promise.all([
    nextIds(tx, idsFor(drafts)),
    readPrefixes(tx, drafts),
    readEndings(tx, drafts),
  ]);
  // After the prefixes, so that both take their locks in one order.
  const taxSeries = await readTaxSeries(tx, drafts);
  return { tx, drafts, ids, prefixes, taxSeries, endings };
}

const idsFor = (drafts: readonly Draft[]) => ({
  'crm.period': sum(drafts, ({ subscription }) => subscription.periods.filter(isNew).length),
  [ENTRIES]: sum(drafts, ({ entries, credits }) => entries.length + credits.length),
  'crm.charge': sum(drafts, ({ charges }) => charges.length),
  'crm.invoice': sum(drafts, ({ invoices }) => invoices.length),
});

const sum = (drafts: readonly Draft[], count: (draft: Draft) => number): number =>
  drafts.reduce((total, draft) => total + count(draft), 0);
