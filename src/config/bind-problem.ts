/** Why a port could not be bound, in words. */
export function bindProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'another program uses the port';
  if (code === 'EACCES') return 'this account may not use the port';
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have the address';
  return error instanceof Error ? error.message : String(error);
}
