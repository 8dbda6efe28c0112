/** Whether the node can be reached. `offline`: the browser has no network; `silent`: it has one, but no answer arrives. */
export type Line = 'up' | 'offline' | 'silent';

/** What a browser knows. */
interface Network {
  /** Asks the node, and waits for a while. */
  isThere(): Promise<boolean>;
  hasNetwork(): boolean;
}

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;

/** Any answer is a proof that the node can be reached. Where one is missing, the node is asked, until it answers. */
export class Reachability {
  readonly #network: Network;
  readonly #listeners = new Set<() => void>();
  #isLost = false;
  #asking: Promise<boolean> | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;
  #wait = MIN_PAUSE_MS;

  constructor(network: Network) {
    this.#network = network;
  }

  now(): Line {
    if (!this.#isLost) return 'up';
    return this.#network.hasNetwork() ? 'silent' : 'offline';
  }

  /** Calls `listener` when it may have changed, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` each time a node that could not be reached can be, until the returned function is called. */
  onBack(listener: () => void): () => void {
    let before = this.now();
    return this.onChange(() => {
      const isBack = before !== 'up' && this.now() === 'up';
      before = this.now();
      if (isBack) listener();
    });
  }

  /** Has the listeners look again, as the browser has or lost a network. */
  tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** An answer has arrived. */
  found(): void {
    clearTimeout(this.#next);
    this.#wait = MIN_PAUSE_MS;
    if (!this.#isLost) return;
    this.#isLost = false;
    this.tell();
  }

  /** An answer is missing. Resolves to whether the node is there all the same; if it is not, it is asked again and again. */
  doubt(): Promise<boolean> {
    this.#asking ??= this.#network.isThere().then((isThere) => {
      this.#asking = undefined;
      if (isThere) this.found();
      else this.#lose();
      return isThere;
    });
    return this.#asking;
  }

  #lose(): void {
    clearTimeout(this.#next);
    // Each console at a time of its own: after a restart of the node many come back.
    this.#next = setTimeout(() => void this.doubt(), this.#wait * (0.5 + Math.random()));
    this.#wait = Math.min(this.#wait * 2, MAX_PAUSE_MS);
    if (this.#isLost) return;
    this.#isLost = true;
    this.tell();
  }
}
