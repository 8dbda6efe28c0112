import type { QueryClient } from '@tanstack/react-query';

/** Something has changed. `id` null: many records. */
export interface Change {
  readonly topic: string;
  readonly id: number | null;
}

/** The areas whose answers a change concerns. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  service: ['service', 'subscriber', 'invoice', 'payment', 'dashboard'],
  // Not the list of subscribers: somebody logs in all the time.
  session: ['session'],
  customer: ['customer', 'subscriber'],
  payment: ['payment', 'invoice', 'dashboard'],
  lead: ['lead', 'dashboard'],
  nas: ['nas'],
  pool: ['ippool'],
  ip6pool: ['ip6pool'],
  plan: ['plan', 'topupplan'],
  subplan: ['plan'],
  reseller: ['reseller', 'login'],
  user: ['user'],
};
/** Of a service: its id is that of the question. */
const OF_SERVICE = ['service', 'session'];

/** Lists of log-ins that begin no session. */
const WITHOUT_SESSION = ['session.rejects'];

/** A busy ISP does not ask all the time: the next question waits twenty times as long as the last one took above this. */
const QUICK_MS = 200;
const REST = 20;
const MIN_REST_MS = 200;
const MAX_REST_MS = 30_000;

/** Asks again for what is shown once it has changed. */
export class Reasking {
  readonly #queries: QueryClient;
  readonly #waiting = new Map<string, Change>();
  #isResting = false;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  add(changes: readonly Change[]): void {
    for (const change of changes) this.#waiting.set(`${change.topic} ${change.id}`, change);
    if (!this.#isResting) void this.#ask();
  }

  /** Whatever it may be that has changed. In a window that nobody sees, when it is looked at again. */
  all(): Promise<void> {
    return this.#queries.invalidateQueries({
      // What a change shows before it is made: after a lost answer it may have been made, and would be shown twice.
      predicate: ({ queryKey, state }) => queryKey[0] !== 'preview' || state.status !== 'success',
      refetchType: document.hidden ? 'none' : 'active',
    });
  }

  async #ask(): Promise<void> {
    const changes = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#isResting = true;
    const startedAt = performance.now();
    await this.#queries.invalidateQueries({
      predicate: ({ queryKey: [path, input] }) => changes.some((change) => concerns(change, String(path), input)),
      refetchType: document.hidden ? 'none' : 'active',
    });
    const rest = REST * (performance.now() - startedAt - QUICK_MS);
    setTimeout(
      () => {
        this.#isResting = false;
        if (this.#waiting.size > 0) void this.#ask();
      },
      Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, rest)),
    );
  }
}

/** Whether the answer to a question may have changed. */
function concerns({ topic, id }: Change, path: string, input: unknown): boolean {
  const [area = ''] = path.split('.');
  const serviceId = (input as { serviceid?: unknown } | undefined)?.serviceid;
  if (OF_SERVICE.includes(topic) && typeof serviceId === 'number') return id === null || id === serviceId;
  if (topic === 'session' && WITHOUT_SESSION.includes(path)) return false;
  return AREAS[topic]?.includes(area) ?? false;
}
