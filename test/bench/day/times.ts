export type Kind = 'log-in' | 'start' | 'interim' | 'stop' | 'change' | 'lost';

/** How long answers took, in milliseconds, by what was asked. */
export class Times {
  #taken = new Map<Kind, number[]>();

  add(kind: Kind, milliseconds: number): void {
    const times = this.#taken.get(kind);
    if (times) times.push(milliseconds);
    else this.#taken.set(kind, [milliseconds]);
  }

  /** Those since the last call. */
  take(): Summary {
    const taken = this.#taken;
    this.#taken = new Map();
    const sorted = new Map([...taken].map(([kind, times]) => [kind, Float64Array.from(times).sort()]));
    return {
      count: (kind) => sorted.get(kind)?.length ?? 0,
      at: (kind, share) => {
        const times = sorted.get(kind);
        return times?.[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
      },
    };
  }
}

export interface Summary {
  count(kind: Kind): number;
  /** The time within which this share of the answers came; NaN without any. */
  at(kind: Kind, share: number): number;
}
