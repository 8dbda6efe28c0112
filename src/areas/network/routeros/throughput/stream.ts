import { Readable } from 'node:stream';
import { type Actor, rightsOf } from '../../../../core/access/actor.ts';
import { Download } from '../../../../core/content/download.ts';
import { Fault } from '../../../../core/fault.ts';
import type { Kernel } from '../../../../core/kernel.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import type { RouterKernel } from '../find.ts';
import { findSessionRouter } from '../session.ts';
import { meterOf } from './meters.ts';

export const RATE_STREAM = 'text/event-stream';

const MAX_AGE_MS = 5 * 60_000;
/** A withdrawn key, or a session that has ended, is noticed this late. */
const CHECK_EVERY_MS = 5_000;
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
 * The rates of an open session as server-sent events `rate`, one a second, for five minutes at most: until the session ends, or
 * the caller may no longer see it. A fault before the first one is the answer instead.
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
  const { kernel, scope } = viewer;
  const router = await findSessionRouter(kernel.db, scope, sessionId);
  const meter = meterOf(kernel, sessionId, router);
  const leave = meter.enter();
  const openedAt = performance.now();
  let checkedAt = openedAt;
  try {
    while (performance.now() - openedAt < MAX_AGE_MS && kernel.lifecycle.mode === 'active') {
      const { down, up } = await meter.next();
      yield `event: rate\ndata: ${JSON.stringify({ down_kbps: down, up_kbps: up })}\n\n`;
      if (performance.now() - checkedAt < CHECK_EVERY_MS) continue;
      if (!(await isAllowed(viewer, sessionId, router.nas.updatedAt))) return;
      checkedAt = performance.now();
    }
  } finally {
    leave();
  }
}

/** Does the caller still see the session, on the router as it was? */
async function isAllowed(
  { kernel, actor, scope, authenticateAgain }: Viewer,
  sessionId: number,
  updatedAt: Date,
): Promise<boolean> {
  try {
    if (rightsOf(await authenticateAgain()) !== rightsOf(actor)) return false;
    const { nas } = await findSessionRouter(kernel.db, scope, sessionId);
    return nas.updatedAt.getTime() === updatedAt.getTime();
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}
