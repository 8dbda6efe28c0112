import { setTimeout as sleep } from 'node:timers/promises';
import { SESSION_EFFECTS } from '../areas/network/sessions/effect-handlers.ts';
import type { Kernel } from '../core/kernel.ts';
import { RetryLater } from '../core/work/retry-later.ts';
import { logThrottled } from '../db/throttled-log.ts';
import { claimEffects, type DueEffect, deferEffects, deleteEffects, recordFailure } from './outbox-table.ts';
import { withoutPaused } from './paused-effects.ts';

type OutboxKernel = Pick<Kernel, 'db' | 'log' | 'network'>;
type EffectHandler = (kernel: OutboxKernel, payload: never) => Promise<void>;

export interface OutboxOptions {
  /** By kind of effect. */
  readonly handlers?: Readonly<Record<string, EffectHandler>>;
  /** The pause before the second attempt; each further pause is twice as long, up to five minutes. */
  readonly firstPauseMs?: number;
  /** How often the table is polled, in addition to each notification. */
  readonly pollMs?: number;
}

/** Many, since a NAS that does not answer takes seconds. */
const MAX_ACTIVE = 64;
/** The others are for other ISPs, so that one whose NASes do not answer keeps nobody waiting. */
const MAX_OF_ISP = 48;
/** For each millisecond of postponing, so many are left to packets and calls: there may be a million. */
const REST = 2;
const MAX_REST_MS = 1_000;
const MAX_PAUSE_MS = 300_000;
/** About half an hour; then the effect has to be requested again. */
const MAX_ATTEMPTS = 12;
const STOP_WITHIN_MS = 2_000;

/**
 * Applies the effects that transactions left in the outbox: at once, and at least once. Nodes share the rows; those claimed
 * by a node that died are due again after a minute.
 */
export class Outbox {
  readonly #kernel: OutboxKernel;
  readonly #options: Required<OutboxOptions>;
  readonly #active = new Set<Promise<void>>();
  /** Number of active effects by ISP. */
  readonly #ofIsp = new Map<number, number>();
  #claiming: Promise<void> = Promise.resolve();
  #isClaiming = false;
  /** Something may be due that no claim so far has found. */
  #isWanted = false;
  #isStopping = false;

  private constructor(kernel: OutboxKernel, options: Required<OutboxOptions>) {
    this.#kernel = kernel;
    this.#options = options;
  }

  static async start(
    kernel: OutboxKernel,
    { handlers = SESSION_EFFECTS, firstPauseMs = 5_000, pollMs = 2_000 }: OutboxOptions = {},
  ): Promise<{ stop(): Promise<void> }> {
    const outbox = new Outbox(kernel, { handlers, firstPauseMs, pollMs });
    const poll = () => outbox.#poll();
    const unlisten = await kernel.db.listen('outbox', poll);
    const timer = setInterval(poll, pollMs);
    poll();
    return {
      async stop() {
        outbox.#isStopping = true;
        clearInterval(timer);
        await unlisten();
        await outbox.#claiming;
        await Promise.race([Promise.all(outbox.#active), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      },
    };
  }

  /** A claim that is on its way may be too early for what this one is about, so another follows it. */
  #poll(): void {
    this.#isWanted = true;
    if (!this.#isClaiming) this.#claiming = this.#claim();
  }

  async #claim(): Promise<void> {
    const { db, log } = this.#kernel;
    this.#isClaiming = true;
    try {
      while (this.#isWanted && !this.#isStopping) {
        const limit = MAX_ACTIVE - this.#active.size;
        // The next effect that ends polls again.
        if (limit === 0) return;
        this.#isWanted = false;
        const beganAt = performance.now();
        const due = await claimEffects(db, { limit, maxOfIsp: MAX_OF_ISP, active: this.#ofIsp });
        if (due.length === 0) continue;
        this.#isWanted = true;
        const ready = await withoutPaused(this.#kernel, due);
        for (const same of grouped(ready)) this.#begin(same);
        if (ready.length < due.length) await sleep(Math.min((performance.now() - beganAt) * REST, MAX_REST_MS));
      }
    } catch (error) {
      logThrottled(log, { err: error }, 'cannot read the outbox; retrying');
    } finally {
      this.#isClaiming = false;
    }
  }

  #begin(same: readonly DueEffect[]): void {
    const ispId = same[0]?.ispId ?? 0;
    this.#count(ispId, 1);
    const applied = this.#apply(same)
      .catch((err) => logThrottled(this.#kernel.log, { err }, 'cannot save the result of an effect'))
      .finally(() => {
        const wasFull = this.#isFull(ispId);
        this.#active.delete(applied);
        this.#count(ispId, -1);
        if (wasFull) this.#poll();
      });
    this.#active.add(applied);
  }

  /** Effects of this ISP may be due for which there was no place. */
  #isFull(ispId: number): boolean {
    return this.#active.size >= MAX_ACTIVE || (this.#ofIsp.get(ispId) ?? 0) >= MAX_OF_ISP;
  }

  #count(ispId: number, more: 1 | -1): void {
    const count = (this.#ofIsp.get(ispId) ?? 0) + more;
    if (count > 0) this.#ofIsp.set(ispId, count);
    else this.#ofIsp.delete(ispId);
  }

  /** Applies equal effects once. */
  async #apply(same: readonly DueEffect[]): Promise<void> {
    const [effect] = same;
    if (!effect) return;
    const { db } = this.#kernel;
    const ids = same.map(({ id }) => id);
    try {
      const handler = this.#options.handlers[effect.kind];
      if (!handler) throw new Error(`no handler for effect ${effect.kind}`);
      await handler(this.#kernel, effect.payload as never);
    } catch (error) {
      if (error instanceof RetryLater) await deferEffects(db, ids, { reason: error.message, pauseMs: error.afterMs });
      else await this.#fail(effect, ids, error instanceof Error ? error.message : String(error));
      return;
    }
    await deleteEffects(db, ids);
  }

  async #fail({ kind, payload, attempts }: DueEffect, ids: readonly number[], reason: string): Promise<void> {
    const { db, log } = this.#kernel;
    const isLast = attempts >= MAX_ATTEMPTS;
    const sentence = isLast ? 'giving up on an effect' : 'an effect failed; it will be retried';
    log.warn({ kind, payload, attempts, reason }, sentence);
    const pauseMs = Math.min(this.#options.firstPauseMs * 2 ** (attempts - 1), MAX_PAUSE_MS);
    await recordFailure(db, ids, { reason, pauseMs, isLast });
  }
}

/** Effects of the same kind and payload are one group. */
function grouped(due: readonly DueEffect[]): DueEffect[][] {
  const groups = new Map<string, DueEffect[]>();
  for (const effect of due) {
    const key = `${effect.kind} ${JSON.stringify(effect.payload)}`;
    groups.set(key, [...(groups.get(key) ?? []), effect]);
  }
  return [...groups.values()];
}
