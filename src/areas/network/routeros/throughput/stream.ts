import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, rightsOf } from '../../../../core/access/actor.ts';
import { Download } from '../../../../core/content/download.ts';
import { Fault } from '../../../../core/fault.ts';
import type { Kernel } from '../../../../core/kernel.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import type { RouterKernel } from '../find.ts';
import { findSessionRouter, findWatched } from '../session.ts';
import { asksRouter } from '../target.ts';
import { averageOf, firstAverage, lastReport } from './interims.ts';
import { meterOf } from './meters.ts';

export const RATE_STREAM = 'text/event-stream';

const MAX_AGE_MS = 5 * 60_000;
/** A withdrawn key, or a session that has ended, is noticed this late. */
const CHECK_EVERY_MS = 5_000;
/** Reports come every few minutes. */
const REPORT_EVERY_MS = 3_000;
const MAX_STREAMS_OF_USER = 4;

const open = new Map<number, number>();

interface Viewer {
  readonly kernel: RouterKernel & Pick<Kernel, 'lifecycle'>;
  readonly actor: Actor;
  readonly scope: Scope;
  /** The caller as it is now. @throws Fault */
  authenticateAgain(): Promise<Actor>;
}

/**
 * The rates of an open session as server-sent events `rate`, for five minutes at most: until the session ends, or the caller may
 * no longer see it. A router is asked once a second; for a NAS without an API they are averages of what it reported. A fault before the first one is the answer instead.
 */
export function streamRates(viewer: Viewer, sessionId: number): Download {
  const content = Readable.from(counted(viewer, rates(viewer, sessionId)), { objectMode: false });
  return new Download(content, { filename: 'rates', mediaType: RATE_STREAM, live: true });
}

async function* counted({ actor: { userId } }: Viewer, messages: AsyncGenerator<string>): AsyncGenerator<string> {
  const count = open.get(userId) ?? 0;
  if (count >= MAX_STREAMS_OF_USER)
    throw new Fault('tooMany', `you already watch ${MAX_STREAMS_OF_USER} sessions; close one of them`);
  open.set(userId, count + 1);
  try {
    yield* messages;
  } finally {
    const left = (open.get(userId) ?? 1) - 1;
    if (left > 0) open.set(userId, left);
    else open.delete(userId);
  }
}

async function* rates(viewer: Viewer, sessionId: number): AsyncGenerator<string> {
  const { nas } = await findWatched(viewer.kernel.db, viewer.scope, sessionId);
  yield* asksRouter(nas) ? measured(viewer, sessionId) : averaged(viewer, sessionId, nas.updatedAt);
}

/** By the router, once a second. */
async function* measured(viewer: Viewer, sessionId: number): AsyncGenerator<string> {
  const { kernel, scope } = viewer;
  const router = await findSessionRouter(kernel.db, scope, sessionId);
  const meter = meterOf(kernel, sessionId, router);
  const leave = meter.enter();
  const openedAt = performance.now();
  let checkedAt = openedAt;
  try {
    while (isOpenSince(openedAt, kernel)) {
      const { down, up } = await meter.next();
      yield message({ down_kbps: down, up_kbps: up, source: 'router' });
      if (performance.now() - checkedAt < CHECK_EVERY_MS) continue;
      if (!(await isAllowed(viewer, sessionId, router.nas.updatedAt))) return;
      checkedAt = performance.now();
    }
  } finally {
    leave();
  }
}

/** What accounting has said last, of a session whose NAS has no API. */
async function* averaged(viewer: Viewer, sessionId: number, updatedAt: Date): AsyncGenerator<string> {
  const { db, clock } = viewer.kernel;
  const openedAt = performance.now();
  let report = await lastReport(db, sessionId);
  let average = await firstAverage(db, report, clock.now());
  if (average === null) throw new Fault('conflict', UNREPORTED);
  while (isOpenSince(openedAt, viewer.kernel)) {
    const { down, up, seconds } = average;
    yield message({ down_kbps: down, up_kbps: up, source: 'accounting', seconds });
    await sleep(REPORT_EVERY_MS, undefined, { ref: false });
    if (!(await isAllowed(viewer, sessionId, updatedAt))) return;
    const next = await lastReport(db, sessionId);
    average = averageOf(report, next) ?? average;
    report = next;
  }
}

const UNREPORTED =
  'the NAS has no API, and has not reported what the session carries; watch it again after its next report';

const message = (rate: object): string => `event: rate\ndata: ${JSON.stringify(rate)}\n\n`;

const isOpenSince = (openedAt: number, { lifecycle }: Viewer['kernel']): boolean =>
  performance.now() - openedAt < MAX_AGE_MS && lifecycle.mode === 'active';

/** Does the caller still see the session, on the router as it was? */
async function isAllowed(
  { kernel, actor, scope, authenticateAgain }: Viewer,
  sessionId: number,
  updatedAt: Date,
): Promise<boolean> {
  try {
    if (rightsOf(await authenticateAgain()) !== rightsOf(actor)) return false;
    const { nas } = await findWatched(kernel.db, scope, sessionId);
    return nas.updatedAt.getTime() === updatedAt.getTime();
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}
