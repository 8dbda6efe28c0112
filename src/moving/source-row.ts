/** What rows of a source are about, in the order in which they are imported: each kind may refer to those before it. */
export const KINDS = ['location', 'pool', 'nas', 'plan', 'subplan', 'customer', 'service', 'session'] as const;
export type Kind = (typeof KINDS)[number];

/** A row of any source in the terms of this program: texts by the names of the API's parameters. */
export interface SourceRow {
  readonly kind: Kind;
  /** Identifies the record in its source: a repeated import finds it by this. */
  readonly key: string;
  /** Where it is: `radcheck line 12`. */
  readonly at: string;
  readonly values: Readonly<Record<string, string>>;
  /** Why it cannot be imported, known before the database is asked. */
  readonly fault?: string;
  /** What of it is not taken over, each a sentence without its full stop. */
  readonly notes?: readonly string[];
  /** Of a customer: the service that the same row of the source is. Both are imported, or neither. */
  readonly service?: SourceRow;
}

/** A customer with the service of the same row. */
export type Subscriber = SourceRow & { readonly service: SourceRow };

export const isSubscriber = (row: SourceRow): row is Subscriber => row.service !== undefined;

/** What became of a row. */
export interface Fate {
  readonly outcome: 'imported' | 'present' | 'refused' | 'omitted';
  readonly reason: string;
  /** Set for a service whose password could not be read. */
  readonly newPassword?: string;
  /** What became of the service of the same row. */
  readonly service?: Fate;
}

export const refused = (reason: string): Fate => ({ outcome: 'refused', reason });

/** Where rows come from. It is read once, from its beginning. */
export interface Source {
  /** How many there are, if that is known. */
  readonly total?: number;
  rows(): AsyncIterable<SourceRow> | Iterable<SourceRow>;
}

/** The source cannot be read as a whole: one sentence for the operator. Nothing was imported. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}
