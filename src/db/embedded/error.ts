/** Why the embedded PostgreSQL cannot be used, in one sentence for the operator. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}
