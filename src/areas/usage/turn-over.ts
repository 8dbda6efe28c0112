import { bounded, type Caps, nothingUsed } from './levels.ts';

/** A top-up that has something left, or could have. */
export interface LiveTopup {
  readonly id: number;
  readonly type: 'Expiring' | 'NonExpiring';
  readonly bytesTotal: bigint;
  readonly bytesUsed: bigint;
}

/** What a period had, and used, of level 1 and the levels behind it. */
export interface EndedPeriod {
  readonly used: { readonly level1: bigint; readonly level2: bigint; readonly level3: bigint };
  /** Level 1 volume of the plan alone; null without end. */
  readonly planBytes: bigint | null;
  readonly carryoverBytes: bigint;
  /** In the order in which they were bought. */
  readonly topups: readonly LiveTopup[];
}

export interface TurnOver {
  /** How far each top-up is used by now. */
  readonly topups: readonly (LiveTopup & { readonly ended: boolean })[];
  readonly carryoverBytes: bigint;
  /** Level 1 volume of the plan with what is carried over; null without end. */
  readonly quotaBytes: bigint | null;
  readonly caps: Caps;
}

/**
 * Ends a period's volumes and says what the next one has. What dies first was used first: the carryover, top-ups that expire,
 * the plan's own volume, then top-ups that do not. Of the plan's own volume the unused part is carried over where the plan
 * says so, once; top-ups that do not expire go on with what they have left.
 */
export function turnOver(ended: EndedPeriod, caps: Caps, carriesOver: boolean): TurnOver {
  const { planLeft, topups } = consume(ended);
  const kept = topups.map((topup) => ({
    ...topup,
    ended: topup.type === 'Expiring' || topup.bytesUsed >= topup.bytesTotal,
  }));
  const carryoverBytes = carriesOver && caps.level1 !== null ? least(planLeft ?? 0n, ended.planBytes ?? 0n) : 0n;
  return opened(kept, { caps, carryoverBytes });
}

/**
 * The same period under another plan: what was used counts against the new plan's volumes, whatever was bought besides stays.
 */
export function switchPlan(ended: EndedPeriod, caps: Caps): TurnOver {
  const { planLeft, carryoverLeft, topups } = consume(ended);
  const planUsed = ended.planBytes === null ? ended.used.level1 : ended.planBytes - (planLeft ?? 0n);
  const kept = topups.map((topup) => ({ ...topup, ended: topup.bytesUsed >= topup.bytesTotal }));
  return opened(kept, {
    caps: {
      level1: less(caps.level1, planUsed),
      level2: less(caps.level2, ended.used.level2),
      level3: less(caps.level3, ended.used.level3),
    },
    carryoverBytes: caps.level1 === null ? 0n : carryoverLeft,
  });
}

function opened(
  topups: TurnOver['topups'],
  { caps, carryoverBytes }: { caps: Caps; carryoverBytes: bigint },
): TurnOver {
  const left = topups.reduce((sum, topup) => sum + (topup.ended ? 0n : topup.bytesTotal - topup.bytesUsed), 0n);
  const quotaBytes = caps.level1 === null ? null : bounded(caps.level1 + carryoverBytes);
  const level1 = quotaBytes === null ? null : bounded(quotaBytes + left);
  return { topups, carryoverBytes, quotaBytes, caps: nothingUsed({ ...caps, level1 }).caps };
}

function consume({ used, planBytes, carryoverBytes, topups }: EndedPeriod) {
  let left = used.level1;
  const take = (available: bigint): bigint => {
    const taken = least(left, available);
    left -= taken;
    return taken;
  };
  const carryoverLeft = carryoverBytes - take(carryoverBytes);
  const fill = (type: LiveTopup['type']) =>
    topups
      .filter((topup) => topup.type === type)
      .map((topup) => ({ ...topup, bytesUsed: topup.bytesUsed + take(topup.bytesTotal - topup.bytesUsed) }));
  const expiring = fill('Expiring');
  const planLeft = planBytes === null ? null : planBytes - take(planBytes);
  return { carryoverLeft, planLeft, topups: planBytes === null ? [...topups] : [...expiring, ...fill('NonExpiring')] };
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

const less = (volume: bigint | null, used: bigint): bigint | null =>
  volume === null ? null : volume > used ? volume - used : 0n;
