/** One sentence for the operator: why the database that comes with Lastmile cannot be used. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}
