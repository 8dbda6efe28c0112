/** Values by id, of which the ones not used lately are dropped: at most twice `size` are kept. */
export class Recent<V> {
  readonly #size: number;
  #young = new Map<number, V>();
  #old = new Map<number, V>();

  constructor(size: number) {
    this.#size = size;
  }

  get(id: number): V | undefined {
    const young = this.#young.get(id);
    if (young !== undefined) return young;
    const old = this.#old.get(id);
    if (old !== undefined) this.set(id, old);
    return old;
  }

  /** Without counting as use. */
  peek(id: number): V | undefined {
    return this.#young.get(id) ?? this.#old.get(id);
  }

  set(id: number, value: V): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, value);
  }

  delete(id: number): void {
    this.#young.delete(id);
    this.#old.delete(id);
  }
}
