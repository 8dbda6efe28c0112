/** Enough to read; `count` counts all. */
const MAX_SHOWN = 20;

/** What is wrong, in words. */
export class Findings {
  readonly shown: string[] = [];
  count = 0;

  add(problem: string): void {
    this.count += 1;
    if (this.shown.length < MAX_SHOWN) this.shown.push(problem);
  }

  /** More of the same kind, which are counted only. */
  addMore(count: number): void {
    this.count += count;
  }
}
