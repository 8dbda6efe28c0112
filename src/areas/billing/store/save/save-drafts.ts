import type { Tx } from '../../../../db/database.ts';
import { disconnectSessionsOfServices, refreshSessionsOfServices } from '../../../sessions/effects.ts';
import { recountUsage } from '../../../usage/recount.ts';
import type { Draft } from '../../model/draft.ts';
import { saveInvoices } from './invoices.ts';
import { saveCharges, saveCredits, saveEntries, saveWallets } from './money.ts';
import { savePeriods } from './periods.ts';
import { savePlanChanges } from './plan-changes.ts';
import { saveServices } from './services.ts';
import { saveTopups } from './topups.ts';
import { saveUsage } from './usage.ts';

/**
 * Saves drafts of one ISP in the transaction that read them, in a few statements for any number of drafts. Session effects go
 * to the outbox and are carried out after the commit.
 */
export async function saveDrafts(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  await savePeriods(tx, drafts);
  await savePlanChanges(tx, drafts);
  await saveEntries(tx, drafts);
  await saveCharges(tx, drafts);
  await saveWallets(tx, drafts);
  await saveServices(tx, drafts);
  // These lock the counters of invoices and the ISP, which all services of an ISP share: as late as possible.
  await saveInvoices(tx, drafts);
  await saveCredits(tx, drafts);
  // Usage is locked when nothing is left to wait for: accounting waits for its row, and with it every tenant's records.
  await saveUsage(tx, drafts);
  await saveTopups(tx, drafts);
  await saveEffects(tx, drafts);
}

async function saveEffects(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  for (const { recount, subscription } of drafts) if (recount) await recountUsage(tx, subscription.id);
  const affected = (sessions: Draft['sessions']) =>
    drafts.filter((draft) => draft.sessions === sessions).map((draft) => draft.subscription.id);
  const [refreshed, disconnected] = [affected('refresh'), affected('disconnect')];
  if (refreshed.length > 0) await refreshSessionsOfServices(tx, refreshed);
  if (disconnected.length > 0) await disconnectSessionsOfServices(tx, disconnected);
}
