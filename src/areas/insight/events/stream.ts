import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Actor, rightsOf } from '../../../core/access/actor.ts';
import { Download } from '../../../core/content/download.ts';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { events } from './list.ts';
import { newestEvent, readEvents } from './read-events.ts';

export const EVENT_STREAM = 'text/event-stream';

export const streamed = z.strictObject({ after: events.input.shape.after, type: events.input.shape.type });

const LOOK_EVERY_MS = 500;
/** So that proxies, and callers, notice a connection that is dead. */
const HEARTBEAT_MS = 15_000;
/** A caller comes back after that with the id of its last event. */
const MAX_AGE_MS = 15 * 60_000;
/** A key that was withdrawn, or a role, is noticed this late. */
const CHECK_EVERY_MS = 5_000;
const MAX_STREAMS_OF_USER = 4;
/** Each stream looks twice a second, and an ISP can make any number of login users. */
const MAX_STREAMS_OF_ISP = 20;
const PAGE = 100;

/** By user, and by ISP. */
const open = new Map<string, number>();

interface Listener {
  readonly kernel: Pick<Kernel, 'db' | 'lifecycle'>;
  readonly actor: Actor;
  readonly scope: Scope;
  /** The caller as it is now. @throws Fault */
  authenticateAgain(): Promise<Actor>;
}

/**
 * The feed as server-sent events: `id`, `event` (the type) and `data` (JSON) of each. It begins after the event `after`, or with
 * what comes from now on, and ends after a quarter of an hour, or when the caller may not read the same any more.
 */
export function streamEvents(listener: Listener, input: z.output<typeof streamed>): Download {
  const content = Readable.from(counted(listener.actor, messages(listener, input)), { objectMode: false });
  return new Download(content, { filename: 'events', mediaType: EVENT_STREAM, live: true });
}

async function* counted(
  { userId, ispId }: Pick<Actor, 'userId' | 'ispId'>,
  messages: AsyncGenerator<string>,
): AsyncGenerator<string> {
  const [user, isp] = [`user ${userId}`, `ISP ${ispId}`];
  if ((open.get(user) ?? 0) >= MAX_STREAMS_OF_USER)
    throw new Fault('tooMany', `you already have ${MAX_STREAMS_OF_USER} event streams; close one of them`);
  if (ispId !== null && (open.get(isp) ?? 0) >= MAX_STREAMS_OF_ISP)
    throw new Fault('tooMany', `the ISP already has ${MAX_STREAMS_OF_ISP} event streams; close one of them`);
  for (const owner of [user, isp]) open.set(owner, (open.get(owner) ?? 0) + 1);
  try {
    yield* messages;
  } finally {
    for (const owner of [user, isp]) {
      const left = (open.get(owner) ?? 1) - 1;
      if (left === 0) open.delete(owner);
      else open.set(owner, left);
    }
  }
}

/** Does the caller still see the same records? */
async function isAllowed({ actor, authenticateAgain }: Listener): Promise<boolean> {
  try {
    return rightsOf(await authenticateAgain()) === rightsOf(actor);
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

async function* messages(listener: Listener, input: z.output<typeof streamed>): AsyncGenerator<string> {
  const { kernel, scope } = listener;
  const { db, lifecycle } = kernel;
  const where = scopeConditions(scope, { isp: 'e.isp_id', reseller: 'e.reseller_id' });
  const { ispId, masksPhones: masks = false } = scope;
  const types = input.type ?? [];
  const openedAt = performance.now();
  let after = input.after ?? (await newestEvent(db));
  let spokenAt = openedAt;
  let checkedAt = openedAt;
  yield `: events after ${after}\nretry: 2000\n\n`;
  while (performance.now() - openedAt < MAX_AGE_MS && lifecycle.mode === 'active') {
    if (performance.now() - checkedAt > CHECK_EVERY_MS) {
      if (!(await isAllowed(listener))) return;
      checkedAt = performance.now();
    }
    const page = await readEvents(db, { after, limit: PAGE, ispId, types, where, masks });
    for (const event of page) yield `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    after = page.at(-1)?.id ?? after;
    if (page.length > 0) spokenAt = performance.now();
    if (page.length === PAGE) continue;
    if (performance.now() - spokenAt > HEARTBEAT_MS) {
      spokenAt = performance.now();
      yield ': nothing new\n\n';
    }
    await sleep(LOOK_EVERY_MS, undefined, { ref: false });
  }
}
