/**
 * Runs overlapping tasks in order: a task starts when the one before calls `startNext`, which it does when it has nothing
 * left but to wait; and a task resolves after the one before. So results keep their order although two tasks overlap.
 */
export class Pipeline {
  /** State of the last task. Neither promise ever rejects. */
  #mayStartNext: Promise<void> = Promise.resolve();
  #reported: Promise<void> = Promise.resolve();

  /** A task that ends or fails lets the next one start, too. */
  async run<T>(task: (startNext: () => void) => Promise<T>): Promise<T> {
    let startNext = noop;
    const started = new Promise<void>((resolve) => {
      startNext = resolve;
    });
    const outcome = this.#mayStartNext.then(() => task(startNext));
    const settled = outcome.then(noop, noop);
    const reported = Promise.all([settled, this.#reported]).then(noop);
    this.#mayStartNext = Promise.race([started, settled]);
    this.#reported = reported;
    await reported;
    return outcome;
  }
}

function noop(): void {}
