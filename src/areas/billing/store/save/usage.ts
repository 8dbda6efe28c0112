import { send, update } from '../../../../db/sql.ts';
import { clampVolume } from '../../../usage/levels.ts';
import { type ClosedUsage, closePeriodUsages, closingOf, openingOf } from '../../../usage/period.ts';
import type { Rollover } from '../../../usage/rollover.ts';
import type { Draft } from '../../model/draft.ts';
import type { Saving } from './saving.ts';
import { type Ending, volumesAfter } from './volumes.ts';

interface UsageChange {
  readonly draft: Draft;
  readonly next: Rollover;
}

/**
 * Closes the usage of the previous periods and opens that of the new ones. Takes a round trip only if volumes depend on what
 * was used.
 */
export async function saveUsage(saving: Saving, endings: ReadonlyMap<number, Ending>): Promise<void> {
  const { tx, drafts, volumes } = saving;
  const affected = drafts.filter((draft) => draft.usage !== null);
  const known = affected.flatMap((draft): UsageChange[] => {
    const next = volumes.get(draft);
    return next ? [{ draft, next }] : [];
  });
  // All rows at once, in the order in which accounting locks them.
  const usages = known.length < affected.length ? await closePeriodUsages(tx, affected.map(serviceOf)) : new Map();
  const dependent = affected.flatMap((draft): (UsageChange & { closed: ClosedUsage })[] => {
    const closed: ClosedUsage | undefined = volumes.has(draft) ? undefined : usages.get(serviceOf(draft));
    const ending = endings.get(serviceOf(draft));
    return closed && ending ? [{ draft, closed, next: volumesAfter(draft, ending, usedOf(closed)) }] : [];
  });
  const [first] = affected;
  if (!first) return;
  if (known.length > 0)
    send(
      tx,
      closingOf(
        known.map(({ draft }) => serviceOf(draft)),
        first.context.now,
      ),
    );
  const changes = [...known, ...dependent];
  send(tx, openingOf(changes.map(({ draft, next }) => openingFor(draft, next))));
  send(
    tx,
    update(
      'crm.period',
      dependent.flatMap(({ draft, closed }) => endedPeriod(draft, closed)),
    ),
  );
  send(tx, update('crm.period', changes.filter(isVolumeUnsaved(volumes)).map(periodVolumes)));
  send(tx, update('crm.topup', dependent.flatMap(topupVolumes)));
}

const serviceOf = ({ subscription }: Draft): number => subscription.id;

const usedOf = ({ usedBytes, level1Used, level2Used }: ClosedUsage) => ({
  level1: level1Used,
  level2: level2Used,
  level3: usedBytes - level1Used - level2Used,
});

const openingFor = (draft: Draft, { caps }: Rollover) => ({
  serviceId: serviceOf(draft),
  periodId: draft.subscription.period?.id ?? 0,
  caps,
});

const endedPeriod = ({ context }: Draft, { periodId, usedBytes }: ClosedUsage) =>
  periodId === null ? [] : [{ id: periodId, used_bytes: clampVolume(usedBytes), closed_at: context.now }];

/** A new period was inserted with its volumes if they were known. */
const isVolumeUnsaved =
  (volumes: ReadonlyMap<Draft, Rollover>) =>
  ({ draft }: UsageChange): boolean => {
    const { period } = draft.subscription;
    return !volumes.has(draft) || (period !== null && draft.stored.periods.has(period));
  };

const periodVolumes = ({ draft, next }: UsageChange) => ({
  id: draft.subscription.period?.id,
  quota_bytes: next.quotaBytes,
  carryover_bytes: next.carryoverBytes,
});

const topupVolumes = ({ draft, next }: UsageChange) =>
  next.topups.map(({ id, bytesUsed, ended }) => ({
    id,
    bytes_used: bytesUsed,
    ended_at: ended ? draft.context.now : null,
  }));
