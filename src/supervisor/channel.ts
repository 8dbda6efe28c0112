import type { Answer, Ask, Begin, Order, Question, Report } from './messages.ts';

const WITHIN_MS = 1_000;

/** A process's side of its connection to the supervisor, and through it to the other process. */
export class Channel {
  /** What this process is to do. */
  readonly begin: Promise<Begin>;
  hasBegun = false;
  /** Answers what the other process asks. */
  onQuestion: (ask: Ask) => Promise<unknown> = async () => undefined;
  /** Before it is set, there is nothing to stop in order. */
  onStop: (why: string) => void = () => process.exit(0);
  readonly #waiting = new Map<string, (value: unknown) => void>();
  #begun: (begin: Begin) => void = () => undefined;
  #asked = 0;

  constructor() {
    this.begin = new Promise((resolve) => {
      this.#begun = resolve;
    });
    process.on('message', (order) => this.#onOrder(order as Order));
  }

  report(report: Report): void {
    // Without a supervisor this process ends anyway.
    process.send?.(report, undefined, undefined, () => undefined);
  }

  /** The answer of the other process; undefined while it is away, null if it does not answer in time. */
  async ask(ask: Ask): Promise<unknown> {
    this.#asked += 1;
    const id = `${process.pid} ${this.#asked}`;
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<unknown>((resolve) => {
      this.#waiting.set(id, resolve);
      timer = setTimeout(() => resolve(null), WITHIN_MS);
    });
    this.report({ type: 'question', id, ask });
    const value = await answer;
    clearTimeout(timer);
    this.#waiting.delete(id);
    return value;
  }

  #onOrder(order: Order): void {
    if (order.type === 'begin') {
      this.hasBegun = true;
      this.#begun(order.begin);
    } else if (order.type === 'stop') this.onStop(order.why);
    else if (order.type === 'question') void this.#answer(order);
    else this.#waiting.get(order.id)?.(order.value);
  }

  async #answer({ id, ask }: Question): Promise<void> {
    const value = await this.onQuestion(ask).catch(() => null);
    this.report({ type: 'answer', id, value } satisfies Answer);
  }
}
