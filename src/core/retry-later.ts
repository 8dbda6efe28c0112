/** What was asked for cannot be done yet, whoever tries; no attempt has failed. */
export class RetryLater extends Error {
  override readonly name = 'Postponed';
  readonly forMs: number;

  constructor(reason: string, forMs: number) {
    super(reason);
    this.forMs = forMs;
  }
}
