import { send } from '../../../../../db/sql.ts';
import { update } from '../../../../../db/write.ts';
import { clampVolume } from '../../../usage/levels.ts';
import { type ClosedUsage, closePeriodUsages, closingOf, openingOf } from '../../../usage/period.ts';
import type { Rollover } from '../../../usage/rollover.ts';
import type { Draft } from '../../model/draft.ts';
import { idOf } from './saved-id.ts';
import type { Saving } from './saving.ts';
import { type Ending, volumesAfter } from './volumes.ts';

interface UsageChange {
  readonly draft: Draft;
  readonly next: Rollover;
}

interface Closing extends UsageChange {
  readonly closed: ClosedUsage;
}

/**
 * Closes the usage of the previous periods and opens that of the new ones. Takes a round trip only if volumes depend on what
 * was used and many drafts are saved.
 */
export async function saveUsage(saving: Saving, endings: ReadonlyMap<number, Ending>): Promise<void> {
  const { tx, drafts, volumes, ended } = saving;
  const affected = drafts.filter((draft) => draft.usage !== null);
  const [first] = affected;
  if (!first) return;
  const known = affected.flatMap((draft): UsageChange[] => {
    const next = volumes.get(draft);
    return next ? [{ draft, next }] : [];
  });
  // All rows at once, in the order in which accounting locks them.
  const usages = known.length === affected.length ? new Map() : await closePeriodUsages(tx, affected.map(serviceOf));
  const dependent = affected.flatMap((draft): Closing[] => {
    const closed: ClosedUsage | undefined = volumes.has(draft) ? undefined : usages.get(serviceOf(draft));
    const ending = endings.get(serviceOf(draft));
    return closed && ending ? [{ draft, closed, next: volumesAfter(draft, ending, closed) }] : [];
  });
  const unread = known.filter(({ draft }) => !ended.has(draft)).map(({ draft }) => serviceOf(draft));
  if (unread.length !== 0) send(tx, closingOf(unread, first.context.now));
  const changes = [...known, ...dependent];
  send(tx, openingOf(changes.map((change) => openingFor(change, ended))));
  update(tx, 'crm.period', [...dependent, ...unloaded(saving)].flatMap(endedPeriod));
  update(tx, 'crm.period', changes.filter(isVolumeUnsaved(volumes)).flatMap(periodVolumes));
  update(tx, 'crm.topup', changes.flatMap(topupVolumes));
}

/** The periods that have ended and are too old to be in their drafts. */
const unloaded = ({ ended }: Saving): Pick<Closing, 'draft' | 'closed'>[] =>
  [...ended]
    .filter(([draft, { periodId }]) => [...draft.stored.periods.keys()].every(({ id }) => id !== periodId))
    .map(([draft, closed]) => ({ draft, closed }));

const serviceOf = ({ subscription }: Draft): number => subscription.id;

const openingFor = ({ draft, next: { caps } }: UsageChange, ended: Saving['ended']) => ({
  serviceId: serviceOf(draft),
  periodId: draft.subscription.period?.id ?? 0,
  caps,
  version: ended.get(draft)?.version,
});

const endedPeriod = ({ draft: { context }, closed: { periodId, usedBytes } }: Pick<Closing, 'draft' | 'closed'>) =>
  periodId === null ? [] : [{ id: periodId, usedBytes: clampVolume(usedBytes), closedAt: context.now }];

/** A new period was inserted with its volumes if they were known. */
const isVolumeUnsaved =
  (volumes: ReadonlyMap<Draft, Rollover>) =>
  ({ draft }: UsageChange): boolean => {
    const { period } = draft.subscription;
    return !volumes.has(draft) || (period !== null && draft.stored.periods.has(period));
  };

function periodVolumes({ draft, next: { quotaBytes, carryoverBytes } }: UsageChange) {
  const { period } = draft.subscription;
  return period ? [{ id: idOf(period), quotaBytes, carryoverBytes }] : [];
}

const topupVolumes = ({ draft, next }: UsageChange) =>
  next.topups.map(({ id, bytesUsed, ended }) => ({ id, bytesUsed, endedAt: ended ? draft.context.now : null }));
