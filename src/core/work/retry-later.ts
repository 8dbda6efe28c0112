/** The effect cannot be applied yet. It is retried after `afterMs`, and this does not count as a failed attempt. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly afterMs: number;

  constructor(reason: string, afterMs: number) {
    super(reason);
    this.afterMs = afterMs;
  }
}
