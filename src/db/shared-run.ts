/** Work that is done for all who ask at the same moment. Those who ask while it runs cannot rely on it and share the next run. */
export class SharedRun<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  run(): Promise<T> {
    if (!this.#running) {
      this.#running = this.#work().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    const again = () => {
      this.#next = undefined;
      return this.run();
    };
    this.#next ??= this.#running.then(again, again);
    return this.#next;
  }
}
