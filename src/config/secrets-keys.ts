/**
 * The keys of an installation. One of them seals the secrets in the database and signs what only this installation can make; while
 * it is being replaced there is a second, and what either has made is accepted. Each key has 32 octets.
 */
export class SecretsKeys {
  #all: readonly Buffer[];
  #newest: Buffer;

  /** `previous`: the key that `newest` replaces. */
  constructor(newest: Buffer, previous?: Buffer) {
    this.#newest = newest;
    this.#all = previous ? [newest, previous] : [newest];
  }

  /** Seals and signs. Which key that is, the database decides for all nodes (`db/check-secrets-key.ts`). */
  get current(): Buffer {
    return this.#all[0] as Buffer;
  }

  /** All keys that this process has, the current one first. */
  get all(): readonly Buffer[] {
    return this.#all;
  }

  /** The key that the settings name first: the current one, or the one that is to replace it. */
  get newest(): Buffer {
    return this.#newest;
  }

  /** The key that the test holds for becomes the current one. Returns false, and changes nothing, if there is none. */
  use(isRight: (key: Buffer) => boolean): boolean {
    const right = this.#all.find(isRight);
    if (right) this.#all = [right, ...this.#all.filter((key) => key !== right)];
    return right !== undefined;
  }

  /** Adds the keys that the settings name now. None is forgotten: memory may still hold what was sealed with it. */
  learn(others: SecretsKeys): void {
    const has = (key: Buffer) => this.#all.some((each) => each.equals(key));
    this.#all = [...this.#all, ...others.all.filter((key) => !has(key))];
    this.#newest = this.#all.find((key) => key.equals(others.newest)) ?? this.#newest;
  }
}
