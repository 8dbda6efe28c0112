import { pause } from './pause.ts';

/** Whether the node can be reached. `offline`: the browser has no network; `silent`: it has one, but no answer arrives. */
export type Line = 'up' | 'offline' | 'silent';

/** Nodes answer it to everybody, every proxy passes it on, and the worker leaves it to the network. */
const PROBE = '/console/';
const PROBE_MS = 5_000;
/** A call without an answer for so long is a reason to ask whether the node is there: a large report takes as long. */
const SLOW_MS = 8_000;
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
/** Before a call that got no answer is sent again, though the node may be there all the time. */
const REPEAT_MS = 2_000;

let isLost = false;
let probing: Promise<boolean> | undefined;
let next: ReturnType<typeof setTimeout> | undefined;
let wait = MIN_PAUSE_MS;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export function lineNow(): Line {
  if (!isLost) return 'up';
  return navigator.onLine ? 'silent' : 'offline';
}

/** Calls `listener` when the line may have changed, until the returned function is called. */
export function onLine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls `listener` each time a lost line is back. */
export function onLineBack(listener: () => void): () => void {
  let before = lineNow();
  return onLine(() => {
    const isBack = before !== 'up' && lineNow() === 'up';
    before = lineNow();
    if (isBack) listener();
  });
}

function found(): void {
  clearTimeout(next);
  wait = MIN_PAUSE_MS;
  if (!isLost) return;
  isLost = false;
  tell();
}

/** Asks again and again, each console at a time of its own: after a restart of the node many come back. */
function lose(): void {
  clearTimeout(next);
  next = setTimeout(() => void doubt(), wait * (0.5 + Math.random()));
  wait = Math.min(wait * 2, MAX_PAUSE_MS);
  if (isLost) return;
  isLost = true;
  tell();
}

/** Something got no answer. Resolves to whether the node is there all the same; if it is not, the line is lost until it is. */
export function doubt(): Promise<boolean> {
  probing ??= probe().then((isThere) => {
    probing = undefined;
    if (isThere) found();
    else lose();
    return isThere;
  });
  return probing;
}

async function probe(): Promise<boolean> {
  try {
    const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) } as const;
    return (await fetch(PROBE, options)).status < 500;
  } catch {
    return false;
  }
}

/** `fetch` that notices whether answers arrive. */
export async function fetchOverLine(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const slow = setTimeout(() => void doubt(), SLOW_MS);
  try {
    const response = await fetch(input, init);
    // A proxy may answer for a node that is away.
    if (response.status >= 502 && response.status <= 504) void doubt();
    else found();
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) void doubt();
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

/** Resolves when the node answers and what got no answer may be sent again, or when `signal` aborts. */
export async function whenBack(signal: AbortSignal): Promise<void> {
  await pause(REPEAT_MS, signal);
  if (signal.aborted || (await doubt())) return;
  await new Promise<void>((resolve) => {
    const leave = onLineBack(done);
    function done(): void {
      leave();
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
    if (signal.aborted || !isLost) done();
  });
}

/** Listens to what the browser knows of its network. Only a hint: a node on the same machine answers without one. */
export function followLine(): void {
  const look = () => void doubt().then(tell);
  globalThis.addEventListener('offline', look);
  globalThis.addEventListener('online', look);
}
