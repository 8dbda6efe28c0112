import type { QueryClient } from '@tanstack/react-query';
import { fetchOverLine, line } from './line.ts';
import { pause } from './pause.ts';
import { type Change, Reasking } from './reask.ts';

/** The tab that holds it listens for all tabs: a browser has six connections to a node, and each stream takes one. */
const NAME = 'lastmile-live';
/** The node sends something every 20 s; a line that is silent for longer is lost. */
const SILENT_MS = 45_000;
/** How often to ask for everything that is shown: without a stream, and with one. */
const POLL_MS = 30_000;
const RELOAD_MS = 5 * 60_000;
const CHECK_MS = 5_000;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** From the tab that listens to the others. `refused`: perhaps nobody is signed in any more. */
type Message =
  | { readonly type: 'alive' | 'opened' | 'refused' }
  | { readonly type: 'changes'; readonly changes: readonly Change[] };

/**
 * Keeps what is shown in step with the node: asks again for what a stream says has changed, every half minute where there is
 * no stream. Returns a function that ends it.
 */
export function followChanges(queries: QueryClient): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const reasking = new Reasking(queries);
  const tabs = new BroadcastChannel(NAME);
  let heardAt = Number.NEGATIVE_INFINITY;
  let askedAt = performance.now();

  function hear(message: Message): void {
    const { type } = message;
    heardAt = type === 'refused' ? Number.NEGATIVE_INFINITY : performance.now();
    if (type === 'changes') reasking.add(message.changes);
    if (type === 'opened' || type === 'refused') askAll();
  }
  function askAll(): void {
    askedAt = performance.now();
    void reasking.all();
  }
  tabs.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  const timer = setInterval(() => {
    const isLive = performance.now() - heardAt < SILENT_MS;
    if (performance.now() - askedAt >= (isLive ? RELOAD_MS : POLL_MS)) askAll();
  }, CHECK_MS);

  const leave = line.onBack(askAll);

  // Browsers have locks only where the page came encrypted or from this machine.
  void navigator.locks
    ?.request(NAME, { signal }, () =>
      listen(signal, (message) => {
        tabs.postMessage(message);
        hear(message);
      }),
    )
    .catch(() => undefined);
  return () => {
    stopped.abort();
    leave();
    clearInterval(timer);
    tabs.close();
  };
}

/** Reads one stream after the other until `signal` aborts. */
async function listen(signal: AbortSignal, tell: (message: Message) => void): Promise<void> {
  let wait = MIN_PAUSE_MS;
  while (!signal.aborted) {
    const wasOpened = await readStream(signal, tell).catch(() => false);
    wait = wasOpened ? MIN_PAUSE_MS : Math.min(wait * 2, MAX_PAUSE_MS);
    // Not all browsers at once after a restart.
    await pause(wait * (0.5 + Math.random()), signal);
  }
}

/** Until the stream ends, or is silent for too long. Returns whether it was opened. */
async function readStream(signal: AbortSignal, tell: (message: Message) => void): Promise<boolean> {
  const stream = new AbortController();
  const cut = () => stream.abort();
  let heardAt = performance.now();
  const watch = setInterval(() => performance.now() - heardAt > SILENT_MS && cut(), CHECK_MS);
  signal.addEventListener('abort', cut);
  globalThis.addEventListener('offline', cut);
  let wasOpened = false;
  try {
    const headers = { 'x-lastmile': 'console' };
    const { status, body } = await fetchOverLine('/console/live', { method: 'POST', headers, signal: stream.signal });
    if (status === 401) tell({ type: 'refused' });
    if (status !== 200 || !body) return false;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heardAt = performance.now();
      const events = (text + part.value).split('\n\n');
      text = events.pop() ?? '';
      for (const message of events.map(messageOf)) {
        wasOpened ||= message.type === 'opened';
        tell(message);
      }
    }
  } catch {
    // Cut, or the node is gone: the next attempt will tell.
    if (!signal.aborted) void line.doubt();
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', cut);
    globalThis.removeEventListener('offline', cut);
  }
  return wasOpened;
}

/** One event as the node writes it. */
function messageOf(event: string): Message {
  const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
  if (name === 'changes') return { type: 'changes', changes: JSON.parse(data) as Change[] };
  return { type: name === 'open' ? 'opened' : 'alive' };
}
