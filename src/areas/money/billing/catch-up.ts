import type { Tx } from '../../../db/database.ts';
import { firstDayAfter, isLate } from './life-cycle/time/next-day.ts';
import { passDays } from './life-cycle/time/time-rules.ts';
import type { Draft } from './model/draft.ts';
import { markServices } from './run/days-done.ts';
import { assignInvoiceIds } from './run/provisional-ids.ts';
import { readDrafts, type Wanted } from './store/read-drafts.ts';
import { saveDrafts } from './store/save/save-drafts.ts';

/**
 * Reads services for a call. Time comes first: one that has missed days is taken through them and today, as the runs that did not
 * come would have done, so that what a call does never depends on when a run came. Costs nothing while runs are on time.
 * @param saves whether the call saves what it does; for a preview the days pass in memory only
 */
export async function readOnTime(tx: Tx, wanted: Wanted, { saves }: { saves: boolean }): Promise<Draft[]> {
  const drafts = await readDrafts(tx, wanted);
  const late = drafts.filter(isLate);
  if (late.length === 0) return drafts;
  if (!saves) return drafts.map((draft) => (isLate(draft) ? advanced(draft) : draft));
  for (const [span, services] of bySpan(late)) {
    const passing = services.map((draft) => draft.as({ by: 'clock' }));
    for (const changed of passDays(passing, span)) await saveDrafts(tx, changed);
    markServices(tx, services);
  }
  return readDrafts(tx, wanted);
}

/** As it will be found once the days that it has missed have passed. */
function advanced(draft: Draft): Draft {
  for (const changed of passDays([draft], spanOf(draft)))
    for (const { subscription } of changed) assignInvoiceIds(subscription);
  return draft.as({});
}

const spanOf = ({ subscription: { doneUpto }, context: { today } }: Draft) => ({
  from: firstDayAfter(doneUpto, today),
  upto: today,
});

/** Those that have missed the same days pass them together. */
function bySpan(drafts: readonly Draft[]) {
  const spans = new Map<string, [ReturnType<typeof spanOf>, Draft[]]>();
  for (const draft of drafts) {
    const span = spanOf(draft);
    const [, services] = spans.get(span.from) ?? [span, []];
    spans.set(span.from, [span, [...services, draft]]);
  }
  return spans.values();
}
