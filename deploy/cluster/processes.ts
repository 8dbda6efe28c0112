import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The processes of the PostgreSQL over a data folder: they outlive a Patroni that is killed. */
export function postgresProcesses(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresIn(pid, dataDir));
}

function isPostgresIn(pid: number, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dataDir && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n';
  } catch {
    return false; // ended meanwhile, or another user's
  }
}

/** Sends a signal, also to a process that has ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
