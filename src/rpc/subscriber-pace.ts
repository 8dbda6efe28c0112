import type { Subscriber } from '../core/access/subscriber.ts';
import { Fault } from '../core/fault.ts';
import type { Kernel } from '../core/kernel.ts';

const WINDOW_MS = 60_000;
/** Of any kind: changes and previews lock what others need too, such as the wallet of a franchisee; a PDF file takes a core. */
const MAX_CALLS = 120;
const MAX_CUSTOMERS = 100_000;

interface Counted {
  count: number;
  readonly since: number;
}

const paces = new WeakMap<object, Map<number, Counted>>();

/**
 * Limits the calls of one customer, on each node by itself. People do not come near it.
 * @throws Fault of kind `tooMany`
 */
export function keepPace({ db, clock }: Pick<Kernel, 'db' | 'clock'>, { customerId }: Subscriber): void {
  const counts = paces.get(db) ?? new Map<number, Counted>();
  paces.set(db, counts);
  const now = clock.now().getTime();
  const counted = counts.get(customerId);
  if (!counted || now - counted.since >= WINDOW_MS) {
    if (counts.size >= MAX_CUSTOMERS) counts.clear();
    counts.set(customerId, { count: 1, since: now });
    return;
  }
  counted.count += 1;
  if (counted.count > MAX_CALLS) throw new Fault('tooMany', 'too many requests; try again in a minute');
}
