import type { Child } from './child.ts';
import type { Answer, Question } from './messages.ts';

interface Sides {
  readonly asker: Pick<Child, 'send'>;
  readonly asked: Pick<Child, 'send' | 'isReady'>;
}

/** Passes the questions of one process on to the other. While that one is away, they are answered at once. */
export class Questions {
  readonly #sides: Sides;
  readonly #open = new Set<string>();

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  pass(question: Question): void {
    const { asked } = this.#sides;
    if (asked.isReady && asked.send(question)) this.#open.add(question.id);
    else this.#giveUp(question.id);
  }

  answer(answer: Answer): void {
    if (this.#open.delete(answer.id)) this.#sides.asker.send(answer);
  }

  /** The asked process has ended. */
  abandon(): void {
    for (const id of this.#open) this.#giveUp(id);
    this.#open.clear();
  }

  /** The asker has ended. */
  forget(): void {
    this.#open.clear();
  }

  #giveUp(id: string): void {
    this.#sides.asker.send({ type: 'answer', id, value: undefined });
  }
}
