/** One sentence for the operator: why a backup file is invalid or cannot be restored. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
