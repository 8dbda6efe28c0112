import type { Kernel } from '../core/kernel.ts';
import { type DueEffect, deferEffects } from './outbox-table.ts';

/**
 * Postpones the effects whose NASes answer nothing now, all by one statement, and returns the others. The old ones are tried, so
 * that what the sessions should have is decided before they are given up.
 */
export async function withoutPaused(
  { db, network }: Pick<Kernel, 'db' | 'network'>,
  due: readonly DueEffect[],
): Promise<readonly DueEffect[]> {
  const services = due.flatMap((effect) => (effect.isOld ? [] : (serviceOf(effect) ?? [])));
  const paused = services.length > 0 ? await network.paused(services) : new Map<number, number>();
  if (paused.size === 0) return due;
  const pauseOf = (effect: DueEffect) => (effect.isOld ? undefined : paused.get(serviceOf(effect) ?? 0));
  const waiting = due.filter((effect) => pauseOf(effect) !== undefined);
  const pauseMs = Math.min(...waiting.map((effect) => pauseOf(effect) ?? 0));
  const ids = waiting.map(({ id }) => id);
  await deferEffects(db, ids, { reason: 'the NAS answers nothing', pauseMs });
  return due.filter((effect) => pauseOf(effect) === undefined);
}

function serviceOf({ payload }: DueEffect): number | undefined {
  const { serviceId } = (payload ?? {}) as { readonly serviceId?: unknown };
  return typeof serviceId === 'number' ? serviceId : undefined;
}
