/** A change that this node knows of: its audit event. */
export interface Change {
  readonly id: string;
  readonly at: string;
  /** Whose it is; null for a change of the installation. */
  readonly ispId: number | null;
}
