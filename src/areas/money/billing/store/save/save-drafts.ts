import { disconnectOf, refreshOf } from '../../../../../core/network/effects.ts';
import type { Tx } from '../../../../../db/database.ts';
import { send } from '../../../../../db/sql.ts';
import type { Draft } from '../../model/draft.ts';
import type { StatusDraft } from '../../model/status-draft.ts';
import { beginSaving } from './begin-saving.ts';
import { saveInvoices } from './invoices.ts';
import { saveCharges, saveCredits, saveEntries, saveWallets } from './money.ts';
import { savePeriods } from './periods.ts';
import { savePlanChanges } from './plan-changes.ts';
import type { Saving } from './saving.ts';
import { saveServices, serviceChanges } from './services.ts';
import { saveTopups } from './topups.ts';
import { saveUsage } from './usage.ts';
import { knownVolumes } from './volumes.ts';

/**
 * Saves drafts of one ISP in the transaction that read them, in a few statements for any number of drafts. They are only sent:
 * the transaction waits for the answers before it commits. Session effects go to the outbox and are carried out after the
 * commit.
 */
export async function saveDrafts(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const { endings, ...begun } = await beginSaving(tx, drafts);
  const saving: Saving = { ...begun, ...knownVolumes(drafts, endings) };
  savePeriods(saving);
  savePlanChanges(saving);
  const changes = serviceChanges(saving);
  saveEntries(saving, changes);
  saveCharges(saving);
  saveWallets(saving);
  saveServices(saving, changes);
  // These lock the counters of invoices and the ISP, which all services of an ISP share: as late as possible.
  saveInvoices(saving);
  saveCredits(saving);
  // Usage is locked when nothing is left to wait for: accounting waits for its row, and with it every tenant's records.
  await saveUsage(saving, endings);
  saveTopups(saving);
  saveEffects(tx, drafts);
}

export function saveEffects(tx: Tx, drafts: readonly StatusDraft[]): void {
  const affected = (sessions: StatusDraft['sessions']) =>
    drafts.filter((draft) => draft.sessions === sessions).map((draft) => draft.subscription.id);
  const [refreshed, disconnected] = [affected('refresh'), affected('disconnect')];
  if (refreshed.length !== 0) send(tx, refreshOf(refreshed));
  if (disconnected.length !== 0) send(tx, disconnectOf(disconnected));
}
