import { type Caps, clampVolume, max, min, nothingUsed } from './levels.ts';

/** A top-up that has not ended. */
export interface OpenTopup {
  readonly id: number;
  readonly type: 'Expiring' | 'NonExpiring';
  readonly bytesTotal: bigint;
  readonly bytesUsed: bigint;
}

/** The volumes and the usage of a period that ends. */
export interface EndedPeriod {
  readonly used: { readonly level1: bigint; readonly level2: bigint; readonly level3: bigint };
  /** Level 1 volume of the plan alone; null: unlimited. */
  readonly planBytes: bigint | null;
  readonly carryoverBytes: bigint;
  /** In order of purchase. */
  readonly topups: readonly OpenTopup[];
}

export interface Rollover {
  /** With the bytes used so far. */
  readonly topups: readonly (OpenTopup & { readonly ended: boolean })[];
  readonly carryoverBytes: bigint;
  /** Level 1 volume of the plan with the carryover; null: unlimited. */
  readonly quotaBytes: bigint | null;
  readonly caps: Caps;
}

/**
 * The volumes of the next period. Usage counts against what expires first: the carryover, expiring top-ups, the plan's own
 * volume, then non-expiring top-ups. If the plan carries data over, the unused part of its own volume is carried over once;
 * non-expiring top-ups keep what they have left.
 */
export function rollOver(ended: EndedPeriod, caps: Caps, carriesOver: boolean): Rollover {
  const { planLeft, topups } = consume(ended);
  const kept = topups.map((topup) => ({
    ...topup,
    ended: topup.type === 'Expiring' || topup.bytesUsed >= topup.bytesTotal,
  }));
  const carryoverBytes = carriesOver && caps.level1 !== null ? min(planLeft ?? 0n, ended.planBytes ?? 0n) : 0n;
  return newVolumes(kept, { caps, carryoverBytes });
}

/** The same period under another plan: usage counts against the new plan's volumes; carryover and top-ups stay. */
export function switchVolumes(ended: EndedPeriod, caps: Caps): Rollover {
  const { planLeft, carryoverLeft, topups } = consume(ended);
  const planUsed = ended.planBytes === null ? ended.used.level1 : ended.planBytes - (planLeft ?? 0n);
  const kept = topups.map((topup) => ({ ...topup, ended: topup.bytesUsed >= topup.bytesTotal }));
  return newVolumes(kept, {
    caps: {
      level1: remainder(caps.level1, planUsed),
      level2: remainder(caps.level2, ended.used.level2),
      level3: remainder(caps.level3, ended.used.level3),
    },
    carryoverBytes: caps.level1 === null ? 0n : carryoverLeft,
  });
}

function newVolumes(
  topups: Rollover['topups'],
  { caps, carryoverBytes }: { caps: Caps; carryoverBytes: bigint },
): Rollover {
  const left = topups.reduce((sum, topup) => sum + (topup.ended ? 0n : topup.bytesTotal - topup.bytesUsed), 0n);
  const quotaBytes = caps.level1 === null ? null : clampVolume(caps.level1 + carryoverBytes);
  const level1 = quotaBytes === null ? null : clampVolume(quotaBytes + left);
  return { topups, carryoverBytes, quotaBytes, caps: nothingUsed({ ...caps, level1 }).caps };
}

function consume({ used, planBytes, carryoverBytes, topups }: EndedPeriod) {
  let left = used.level1;
  const take = (available: bigint): bigint => {
    const taken = min(left, available);
    left -= taken;
    return taken;
  };
  const carryoverLeft = carryoverBytes - take(carryoverBytes);
  const fill = (type: OpenTopup['type']) =>
    topups
      .filter((topup) => topup.type === type)
      .map((topup) => ({ ...topup, bytesUsed: topup.bytesUsed + take(topup.bytesTotal - topup.bytesUsed) }));
  const expiring = fill('Expiring');
  const planLeft = planBytes === null ? null : planBytes - take(planBytes);
  return { carryoverLeft, planLeft, topups: planBytes === null ? [...topups] : [...expiring, ...fill('NonExpiring')] };
}

const remainder = (volume: bigint | null, used: bigint): bigint | null =>
  volume === null ? null : max(volume - used, 0n);
