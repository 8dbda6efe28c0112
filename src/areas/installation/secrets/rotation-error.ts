/** One sentence for the operator: why the secrets key cannot be replaced now. */
export class RotationError extends Error {
  override readonly name = 'RotationError';
}
