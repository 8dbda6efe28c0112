/**
 * Works that follow each other closely: each begins when the one before has passed on, which it does when all that is left
 * is to wait, and each is told of behind the one before. So their order is kept though two of them are under way at once.
 */
export class Pipeline {
  /** Of the work before: whether it passed on, and whether it was told of. Neither ever fails. */
  #passed: Promise<void> = Promise.resolve();
  #told: Promise<void> = Promise.resolve();

  /** A work that ends or fails has passed on. */
  async run<T>(work: (passOn: () => void) => Promise<T>): Promise<T> {
    let passOn = nothing;
    const passed = new Promise<void>((resolve) => {
      passOn = resolve;
    });
    const outcome = this.#passed.then(() => work(passOn));
    const over = outcome.then(nothing, nothing);
    const told = Promise.all([over, this.#told]).then(nothing);
    this.#passed = Promise.race([passed, over]);
    this.#told = told;
    await told;
    return outcome;
  }
}

function nothing(): void {}
