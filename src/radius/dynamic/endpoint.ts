/** A request that waits for its response. */
export interface PendingRequest {
  /** Called with each datagram that has its identifier; true if the datagram was the response. */
  readonly receive: (datagram: Buffer) => boolean;
}

const IDENTIFIERS = 256;

/** An address and port that requests are sent to, a NAS or a proxy for several: the identifiers in use there. */
export class Endpoint {
  readonly #pending = new Map<number, PendingRequest>();
  /** Identifiers from `take` to `free`. */
  readonly #taken = new Set<number>();
  readonly #waiting = new Set<() => void>();
  #last = -1;

  /** A free identifier. Null: all are in use, and `retry` is called when one is free. */
  take(retry: () => void): number | null {
    if (this.#taken.size >= IDENTIFIERS) {
      this.#waiting.add(retry);
      return null;
    }
    do this.#last = (this.#last + 1) & 0xff;
    while (this.#taken.has(this.#last));
    this.#taken.add(this.#last);
    return this.#last;
  }

  begin(identifier: number, request: PendingRequest): void {
    this.#pending.set(identifier, request);
  }

  free(identifier: number): void {
    this.#pending.delete(identifier);
    this.#taken.delete(identifier);
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const retry of waiting) retry();
  }

  receive(datagram: Buffer): boolean {
    return this.#pending.get(datagram[1] ?? -1)?.receive(datagram) ?? false;
  }
}
