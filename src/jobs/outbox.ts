import { SESSION_EFFECTS } from '../areas/sessions/effect-handlers.ts';
import type { Kernel } from '../core/kernel.ts';
import { RetryLater } from '../core/retry-later.ts';
import { logTrouble } from '../db/trouble.ts';
import { claimEffects, type DueEffect, dropEffects, postponeEffects, putOffEffects } from './outbox-table.ts';

type Means = Pick<Kernel, 'db' | 'log' | 'network'>;
type CarryOut = (means: Means, payload: never) => Promise<void>;

export interface OutboxOptions {
  /** What carries out each kind. */
  readonly effects?: Readonly<Record<string, CarryOut>>;
  /** Pause before the second attempt; each further one is twice as long, up to five minutes. */
  readonly firstPauseMs?: number;
  /** How often the table is looked at, besides every time something comes in. */
  readonly everyMs?: number;
}

/** Under way at a time: a NAS that does not answer takes seconds. */
const MAX_UNDER_WAY = 64;
const LONGEST_PAUSE_MS = 300_000;
/** About half an hour. Then whoever asked for it has to ask again. */
const ATTEMPTS = 12;
const STOP_WITHIN_MS = 2_000;

/**
 * Carries out what transactions left in the outbox, at once, at least once. Every node takes what no other has taken; what a
 * node that died had taken is due again a minute later.
 */
export async function startOutbox(kernel: Means, options: OutboxOptions = {}) {
  const { effects = SESSION_EFFECTS, firstPauseMs = 5_000, everyMs = 2_000 } = options;
  const { db, log } = kernel;
  const underWay = new Set<Promise<void>>();
  let stopping = false;
  let asked = false;
  let taking: Promise<void> | undefined;

  function wake(): void {
    asked = true;
    taking ??= take().finally(() => {
      taking = undefined;
    });
  }

  async function take(): Promise<void> {
    try {
      while (asked && !stopping) {
        const free = MAX_UNDER_WAY - underWay.size;
        // Whichever ends next looks again.
        if (free === 0) return;
        const due = await claimEffects(db, free);
        asked = due.length === free;
        for (const same of together(due)) begin(same);
      }
    } catch (error) {
      logTrouble(log, { err: error }, 'the outbox cannot be read; retrying');
    }
  }

  function begin(same: readonly DueEffect[]): void {
    const work = carryOut(same)
      .catch((err) => logTrouble(log, { err }, 'an effect was applied but could not be removed from the outbox'))
      .finally(() => {
        underWay.delete(work);
        if (asked) wake();
      });
    underWay.add(work);
  }

  async function carryOut(same: readonly DueEffect[]): Promise<void> {
    const [{ kind, payload, attempts } = NONE] = same;
    const ids = same.map(({ id }) => id);
    try {
      const effect = effects[kind];
      if (!effect) throw new Error(`no handler for effect ${kind}`);
      await effect(kernel, payload as never);
    } catch (error) {
      if (error instanceof RetryLater) {
        await putOffEffects(db, ids, { reason: error.message, pauseMs: error.forMs });
        return;
      }
      const reason = error instanceof Error ? error.message : String(error);
      const last = attempts >= ATTEMPTS;
      log.warn(
        { kind, payload, attempts, reason },
        last ? 'giving up on an effect' : 'an effect failed; it will be retried',
      );
      const pauseMs = Math.min(firstPauseMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
      await postponeEffects(db, ids, { reason, pauseMs, last });
      return;
    }
    await dropEffects(db, ids);
  }

  const unlisten = await db.listen('outbox', wake);
  const timer = setInterval(wake, everyMs);
  wake();
  return {
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(timer);
      await unlisten();
      await taking;
      await Promise.race([
        Promise.all(underWay),
        new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref()),
      ]);
    },
  };
}

const NONE: DueEffect = { id: 0, kind: '', payload: null, attempts: 0 };

/** What was asked for several times is done once. */
function together(due: readonly DueEffect[]): DueEffect[][] {
  const groups = new Map<string, DueEffect[]>();
  for (const effect of due) {
    const key = `${effect.kind} ${JSON.stringify(effect.payload)}`;
    groups.set(key, [...(groups.get(key) ?? []), effect]);
  }
  return [...groups.values()];
}
