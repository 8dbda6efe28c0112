import { pause } from './pause.ts';
import { Reachability } from './reachability.ts';

/** Nodes answer it to everybody, every proxy passes it on, and the worker leaves it to the network. */
const PROBE = '/console/';
const PROBE_MS = 5_000;
/** A call without an answer for so long is a reason to ask whether the node is there: a large report takes as long. */
const SLOW_MS = 8_000;
/** Before a call that got no answer is sent again, though the node may be there all the time. */
const REPEAT_MS = 2_000;

/** To the node of this page. */
export const line = new Reachability({ isThere: probe, hasNetwork: () => navigator.onLine });

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
  const slow = setTimeout(() => void line.doubt(), SLOW_MS);
  try {
    const response = await fetch(input, init);
    // A proxy may answer for a node that is away.
    if (response.status >= 502 && response.status <= 504) void line.doubt();
    else line.found();
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) void line.doubt();
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

/** Resolves when the node answers and what got no answer may be sent again, or when `signal` aborts. */
export async function whenBack(signal: AbortSignal): Promise<void> {
  await pause(REPEAT_MS, signal);
  if (signal.aborted || (await line.doubt())) return;
  await new Promise<void>((resolve) => {
    const leave = line.onBack(done);
    function done(): void {
      leave();
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
    if (signal.aborted || line.now() === 'up') done();
  });
}

/** Listens to what the browser knows of its network. Only a hint: a node on the same machine answers without one. */
export function followLine(): void {
  const look = () => void line.doubt().then(() => line.tell());
  globalThis.addEventListener('offline', look);
  globalThis.addEventListener('online', look);
}
