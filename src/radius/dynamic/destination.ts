/** A request that waits for the answer of its NAS. */
export interface Exchange {
  readonly bytes: Buffer;
  /** Called with each datagram that has its identifier; true when it was the answer. */
  readonly take: (datagram: Buffer) => boolean;
}

/** Identifiers of one NAS and port: one octet each, so 256 requests wait at a time and others wait for them. */
export class Destination {
  readonly #underWay = new Map<number, Exchange>();
  readonly #queue: ((identifier: number) => void)[] = [];
  #last = -1;

  /** An identifier that no request under way has; its turn comes when one is free. */
  identifier(): Promise<number> {
    return new Promise((resolve) => {
      this.#queue.push(resolve);
      this.#next();
    });
  }

  begin(identifier: number, exchange: Exchange): void {
    this.#underWay.set(identifier, exchange);
  }

  end(identifier: number): void {
    this.#underWay.delete(identifier);
    this.#reserved.delete(identifier);
    this.#next();
  }

  receive(datagram: Buffer): boolean {
    return this.#underWay.get(datagram[1] ?? -1)?.take(datagram) ?? false;
  }

  /** Handed out, from then until `end`. */
  readonly #reserved = new Set<number>();

  #next(): void {
    if (this.#queue.length === 0 || this.#reserved.size >= 256) return;
    do this.#last = (this.#last + 1) & 0xff;
    while (this.#reserved.has(this.#last));
    this.#reserved.add(this.#last);
    this.#queue.shift()?.(this.#last);
  }
}
