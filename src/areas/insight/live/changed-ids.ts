import type { Topic } from './topics.ts';

/** So many ids of a topic are kept between two deliveries; more are no help to a screen. */
const MAX_IDS = 5_000;

/** The ids that have changed since the last delivery, by topic. */
export class ChangedIds {
  readonly #ids = new Map<Topic, Set<number>>();

  add(topic: Topic, id: number): void {
    const ids = this.#ids.get(topic) ?? new Set();
    this.#ids.set(topic, ids);
    if (ids.size < MAX_IDS) ids.add(id);
  }

  /** Everything so far, which is then forgotten. */
  take(): [Topic, number[]][] {
    const taken = [...this.#ids].map(([topic, ids]): [Topic, number[]] => [topic, [...ids]]);
    this.#ids.clear();
    return taken;
  }
}
