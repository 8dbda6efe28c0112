/** One sentence for the operator: why a file is no backup to be trusted, or cannot be restored. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
