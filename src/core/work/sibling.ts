/** A metric with its values, as it goes from one process to another. */
export interface MetricValues {
  readonly name: string;
  /** `counter`, `gauge` or `histogram`. */
  readonly type: unknown;
  readonly values: readonly { readonly labels: object; readonly value: number }[];
}

/**
 * What the process that answers RADIUS tells the one with the other roles of its node. A question takes a second at most. While
 * that process is away it is not ready and has no metrics, and no packet can meet old facts, since it reads all of them anew.
 */
export interface RadiusSibling {
  /** As `Network.caughtUp`. */
  caughtUp(): Promise<boolean>;
  /** Whether log-ins and accounting records can be answered. */
  readiness(): Promise<{ readonly radius: boolean; readonly accounting: boolean }>;
  metrics(): Promise<readonly MetricValues[]>;
}
