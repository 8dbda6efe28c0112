/** What the operator can fix, as one sentence; printed without a stack. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}
