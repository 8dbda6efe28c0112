import type { Kernel } from '../core/kernel.ts';
import { logThrottled } from '../db/throttled-log.ts';
import { type DueEffect, deferEffects, type FoundEffect, findEffects, postponeEffects } from './outbox-table.ts';

type PausedKernel = Pick<Kernel, 'db' | 'log' | 'network'>;

const REASON = 'the NAS never answers';
/** Of an ISP, at a time: as many as a packet may wait for. */
const MAX_FURTHER = 500;

/**
 * Postpones the effects whose NASes answer nothing now, all by one statement, and returns the others. Further ones of the same ISPs
 * that would be claimed next are postponed with them: of a NAS with many sessions there are more than can be claimed in a pause,
 * and what its ISP changes elsewhere would wait for them. The old ones are tried, so that what the sessions should have is decided
 * before they are given up. So are all when postponing fails: what was claimed and then left alone would be due again only when its
 * claim ends.
 */
export async function withoutPaused(kernel: PausedKernel, due: readonly DueEffect[]): Promise<readonly DueEffect[]> {
  try {
    return await postponed(kernel, due);
  } catch (error) {
    logThrottled(kernel.log, { err: error }, 'cannot postpone effects; trying them');
    return due;
  }
}

async function postponed(kernel: PausedKernel, due: readonly DueEffect[]): Promise<readonly DueEffect[]> {
  const paused = await pausedOf(kernel, due);
  if (paused.size === 0) return due;
  await deferEffects(kernel.db, [...paused.keys()], { reason: REASON, pauseMs: shortest(paused) });
  const ispIds = due.flatMap(({ id, ispId }) => (paused.has(id) ? [ispId] : []));
  await postponeFurther(kernel, [...new Set(ispIds)]);
  return due.filter(({ id }) => !paused.has(id));
}

async function postponeFurther(kernel: PausedKernel, ispIds: readonly number[]): Promise<void> {
  const paused = await pausedOf(kernel, await findEffects(kernel.db, ispIds, MAX_FURTHER));
  if (paused.size > 0) {
    await postponeEffects(kernel.db, [...paused.keys()], { reason: REASON, pauseMs: shortest(paused) });
  }
}

/** By id, in how many milliseconds to try again. */
async function pausedOf(
  { network }: PausedKernel,
  effects: readonly FoundEffect[],
): Promise<ReadonlyMap<number, number>> {
  const waiting = effects.filter(({ isOld }) => !isOld);
  const services = waiting.flatMap(({ payload }) => serviceOf(payload) ?? []);
  const paused = services.length > 0 ? await network.paused(services) : new Map<number, number>();
  return new Map(
    waiting.flatMap(({ id, payload }) => {
      const pauseMs = paused.get(serviceOf(payload) ?? 0);
      return pauseMs === undefined ? [] : [[id, pauseMs] as const];
    }),
  );
}

const shortest = (paused: ReadonlyMap<number, number>): number => Math.min(...paused.values());

function serviceOf(payload: unknown): number | undefined {
  const { serviceId } = (payload ?? {}) as { readonly serviceId?: unknown };
  return typeof serviceId === 'number' ? serviceId : undefined;
}
