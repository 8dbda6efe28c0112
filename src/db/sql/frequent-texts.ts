/** A statement that runs once in a while is not worth keeping prepared. */
const MIN_USES = 3;

/** The first so many texts that are used often. Every connection keeps its prepared statements for good, so there is a limit. */
export class FrequentTexts {
  readonly #max: number;
  readonly #frequent = new Set<string>();
  readonly #uses = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts a use of the text. Is it one of the frequent ones? */
  use(text: string): boolean {
    if (this.#frequent.has(text)) return true;
    if (this.#frequent.size >= this.#max) return false;
    const count = (this.#uses.get(text) ?? 0) + 1;
    if (count >= MIN_USES) {
      this.#uses.delete(text);
      this.#frequent.add(text);
      return true;
    }
    // Texts that differ at every use must not fill the memory.
    if (this.#uses.size >= 10 * this.#max) this.#uses.clear();
    this.#uses.set(text, count);
    return false;
  }
}
